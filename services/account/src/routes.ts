import { on } from '@tollgate/http/serve';
import type { MountedRoute } from '@tollgate/http/serve';
import type { AccountDeps } from './deps.ts';
import { createReportTurns } from './report-turns.ts';
import { acceptLink, handleAcceptLink } from './routes/auth/accept-link.ts';
import { changeUserPassword, handleChangePassword } from './routes/auth/change-password.ts';
import { handleLogin, login } from './routes/auth/login.ts';
import { handleLogout, logout } from './routes/auth/logout.ts';
import { getAuthMe, handleGetAuthMe } from './routes/auth/me.ts';
import { handleRefresh, refresh } from './routes/auth/refresh.ts';
import { getCredits, handleGetCredits } from './routes/credits/get.ts';
import { handleListGrants, listGrants } from './routes/credits/grants.ts';
import { handleListHolds, listHolds } from './routes/credits/holds.ts';
import { handleListTransactions, listTransactions } from './routes/credits/transactions.ts';
import { createUserKey, handleCreateKey } from './routes/keys/create.ts';
import { deleteUserKey, handleDeleteKey } from './routes/keys/delete.ts';
import { getKeyInsights, handleGetKeyInsights } from './routes/keys/insights.ts';
import { handleListKeys, listKeys } from './routes/keys/list.ts';
import { handleResumeKey, resumeUserKey } from './routes/keys/resume.ts';
import { handleSuspendKey, suspendUserKey } from './routes/keys/suspend.ts';
import { handleUpdateKey, updateUserKey } from './routes/keys/update.ts';
import { getMe, handleGetMe } from './routes/me/get.ts';
import { handleListModels, listUserModels } from './routes/models/list.ts';
import { handleUpdateModel, updateUserModel } from './routes/models/update.ts';
import { getOnboarding, handleGetOnboarding } from './routes/onboarding/get.ts';
import { getOperation, handleGetOperation } from './routes/operations/get.ts';
import { handleListOperations, listOperations } from './routes/operations/list.ts';
import { getUserRequest, handleGetUserRequest } from './routes/requests/get.ts';
import { handleListUserRequests, listUserRequests } from './routes/requests/list.ts';
import { getRuntimeConfig, handleGetRuntimeConfig } from './routes/runtime/config.ts';
import { deleteSession, handleDeleteSession } from './routes/sessions/delete.ts';
import { deleteOtherSessions, handleDeleteOtherSessions } from './routes/sessions/delete-others.ts';
import { handleListSessions, listUserSessions } from './routes/sessions/list.ts';
import { createSetup, handleCreateSetup } from './routes/setup/create.ts';
import { getSetupStatus, handleGetSetupStatus } from './routes/setup/status.ts';
import { getUsage, handleGetUsage } from './routes/usage/get.ts';
import { getSessionUsage, handleGetSessionUsage } from './routes/usage/sessions.ts';
import { createUserWebhook, handleCreateUserWebhook } from './routes/webhooks/create.ts';
import { deleteUserWebhook, handleDeleteUserWebhook } from './routes/webhooks/delete.ts';
import { handleListUserDeliveries, listUserDeliveries } from './routes/webhooks/deliveries.ts';
import { getUserDelivery, handleGetUserDelivery } from './routes/webhooks/delivery.ts';
import { getUserWebhook, handleGetUserWebhook } from './routes/webhooks/get.ts';
import { handleListUserWebhooks, listUserWebhooks } from './routes/webhooks/list.ts';
import { handleResendUserDelivery, resendUserDelivery } from './routes/webhooks/resend.ts';
import {
  handleRotateUserWebhookSecret,
  rotateUserWebhookSecret,
} from './routes/webhooks/rotate-secret.ts';
import { handleTestUserWebhook, testUserWebhook } from './routes/webhooks/test.ts';
import {
  getCreditThreshold,
  handleGetCreditThreshold,
  handleSetCreditThreshold,
  setCreditThreshold,
} from './routes/webhooks/threshold.ts';
import { handleUpdateUserWebhook, updateUserWebhook } from './routes/webhooks/update.ts';
import { getUserVideo, handleGetUserVideo } from './routes/videos/get.ts';
import { handleListUserVideos, listUserVideos } from './routes/videos/list.ts';

/** Every route of the user's plane. */
export const routes = (deps: AccountDeps, inTurn = createReportTurns()): MountedRoute[] => [
  on(getRuntimeConfig, handleGetRuntimeConfig(deps)),
  on(getSetupStatus, handleGetSetupStatus(deps)),
  on(createSetup, handleCreateSetup(deps)),

  on(login, handleLogin(deps)),
  on(refresh, handleRefresh(deps)),
  on(logout, handleLogout(deps)),
  on(acceptLink, handleAcceptLink(deps)),
  on(getAuthMe, handleGetAuthMe()),
  on(changeUserPassword, handleChangePassword(deps)),
  on(getOnboarding, handleGetOnboarding(deps)),

  on(getMe, handleGetMe()),
  on(listUserSessions, handleListSessions(deps)),
  on(deleteSession, handleDeleteSession(deps)),
  on(deleteOtherSessions, handleDeleteOtherSessions(deps)),

  on(listKeys, handleListKeys(deps)),
  on(createUserKey, handleCreateKey(deps)),
  on(updateUserKey, handleUpdateKey(deps)),
  on(suspendUserKey, handleSuspendKey(deps)),
  on(resumeUserKey, handleResumeKey(deps)),
  on(deleteUserKey, handleDeleteKey(deps)),
  on(getKeyInsights, inTurn(handleGetKeyInsights(deps))),

  on(listUserModels, handleListModels(deps)),
  on(updateUserModel, handleUpdateModel(deps)),

  on(getCredits, handleGetCredits(deps)),
  on(listTransactions, handleListTransactions(deps)),
  on(listGrants, handleListGrants(deps)),
  on(listHolds, handleListHolds(deps)),
  on(getCreditThreshold, handleGetCreditThreshold(deps)),
  on(setCreditThreshold, handleSetCreditThreshold(deps)),

  on(listUserWebhooks, handleListUserWebhooks(deps)),
  on(createUserWebhook, handleCreateUserWebhook(deps)),
  on(getUserWebhook, handleGetUserWebhook(deps)),
  on(updateUserWebhook, handleUpdateUserWebhook(deps)),
  on(deleteUserWebhook, handleDeleteUserWebhook(deps)),
  on(rotateUserWebhookSecret, handleRotateUserWebhookSecret(deps)),
  on(testUserWebhook, handleTestUserWebhook(deps)),
  on(listUserDeliveries, handleListUserDeliveries(deps)),
  on(getUserDelivery, handleGetUserDelivery(deps)),
  on(resendUserDelivery, handleResendUserDelivery(deps)),

  on(getUsage, inTurn(handleGetUsage(deps))),
  on(getSessionUsage, inTurn(handleGetSessionUsage(deps))),
  on(listUserRequests, inTurn(handleListUserRequests(deps))),
  on(getUserRequest, inTurn(handleGetUserRequest(deps))),
  on(listOperations, inTurn(handleListOperations(deps))),
  on(getOperation, inTurn(handleGetOperation(deps))),
  on(listUserVideos, inTurn(handleListUserVideos(deps))),
  on(getUserVideo, inTurn(handleGetUserVideo(deps))),
];

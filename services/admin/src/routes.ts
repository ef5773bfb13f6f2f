import { on } from '@tollgate/http/serve';
import type { MountedRoute } from '@tollgate/http/serve';
import type { AdminDeps } from './deps.ts';
import { onPlatform } from './field-errors.ts';
import { jobRoutes } from './job-routes.ts';
import { handleListPlatformAccessEvents, listPlatformAccessEvents } from './routes/access/list.ts';
import {
  createPlatformAdministrator,
  handleCreatePlatformAdministrator,
} from './routes/administrators/create.ts';
import {
  deletePlatformAdministrator,
  handleDeletePlatformAdministrator,
} from './routes/administrators/delete.ts';
import {
  handleListPlatformAdministrators,
  listPlatformAdministrators,
} from './routes/administrators/list.ts';
import {
  handleUpdatePlatformAdministrator,
  updatePlatformAdministrator,
} from './routes/administrators/update.ts';
import { getPlatformDashboard, handleGetPlatformDashboard } from './routes/analytics/dashboard.ts';
import {
  exportPlatformAnalytics,
  handleExportPlatformAnalytics,
} from './routes/analytics/export.ts';
import { getPlatformAnalytics, handleGetPlatformAnalytics } from './routes/analytics/get.ts';
import { getPlatformSessions, handleGetPlatformSessions } from './routes/analytics/sessions.ts';
import { getPlatformStanding, handleGetPlatformStanding } from './routes/analytics/standing.ts';
import {
  getPlatformUsageAlarms,
  handleGetPlatformUsageAlarms,
} from './routes/analytics/usage-alarms.ts';
import {
  getPlatformUsageSummary,
  handleGetPlatformUsageSummary,
} from './routes/analytics/summary.ts';
import { createPlatformAlias, handleCreatePlatformAlias } from './routes/aliases/create.ts';
import { deletePlatformAlias, handleDeletePlatformAlias } from './routes/aliases/delete.ts';
import { getPlatformAlias, handleGetPlatformAlias } from './routes/aliases/get.ts';
import { handleListPlatformAliases, listPlatformAliases } from './routes/aliases/list.ts';
import { handleUpdatePlatformAlias, updatePlatformAlias } from './routes/aliases/update.ts';
import { handleListPlatformAuditEvents, listPlatformAuditEvents } from './routes/audit/list.ts';
import {
  exportPlatformAuditEvents,
  handleExportPlatformAuditEvents,
} from './routes/audit/export.ts';
import {
  handleVerifyPlatformAuditEvents,
  verifyPlatformAuditEvents,
} from './routes/audit/verify.ts';
import {
  changePlatformPassword,
  handleChangePlatformPassword,
} from './routes/auth/change-password.ts';
import { finishPlatformSignIn, handleFinishPlatformSignIn } from './routes/auth/callback.ts';
import { handlePlatformLogin, platformLogin } from './routes/auth/login.ts';
import { handlePlatformLogout, platformLogout } from './routes/auth/logout.ts';
import { handlePlatformMe, platformMe } from './routes/auth/me.ts';
import { handlePlatformSignInMethods, platformSignInMethods } from './routes/auth/methods.ts';
import { handleStartPlatformSignIn, startPlatformSignIn } from './routes/auth/start.ts';
import {
  createProviderCredential,
  handleCreateProviderCredential,
} from './routes/credentials/create.ts';
import {
  deleteProviderCredential,
  handleDeleteProviderCredential,
} from './routes/credentials/delete.ts';
import { handleListProviderFamilies, listProviderFamilies } from './routes/credentials/families.ts';
import { getCredentialsHealth, handleGetCredentialsHealth } from './routes/credentials/health.ts';
import {
  handleListProviderCredentials,
  listProviderCredentials,
} from './routes/credentials/list.ts';
import { handleSyncProviderModels, syncProviderModels } from './routes/credentials/sync-models.ts';
import { handleTestProviderCredential, testProviderCredential } from './routes/credentials/test.ts';
import {
  handleUpdateProviderCredential,
  updateProviderCredential,
} from './routes/credentials/update.ts';
import { grantCredits, handleGrantCredits } from './routes/credits/grant.ts';
import { handleListCreditGrants, listCreditGrants } from './routes/credits/list-grants.ts';
import { handleListCreditMovements, listCreditMovements } from './routes/credits/list-movements.ts';
import {
  handleListCreditTransactions,
  listCreditTransactions,
} from './routes/credits/list-transactions.ts';
import { handleRevokeCredits, revokeCredits } from './routes/credits/revoke.ts';
import { actOnPlatformUserKey, handleActOnPlatformUserKey } from './routes/keys/act.ts';
import { createPlatformUserKey, handleCreatePlatformUserKey } from './routes/keys/create.ts';
import { findPlatformKeys, handleFindPlatformKeys } from './routes/keys/find.ts';
import { handleSetPlatformKeyLimits, setPlatformKeyLimits } from './routes/keys/set-limits.ts';
import { handleListPlatformUserKeys, listPlatformUserKeys } from './routes/keys/list.ts';
import { handleVerifyPlatformLedger, verifyPlatformLedger } from './routes/ledger/verify.ts';
import { approvePlatformModel, handleApprovePlatformModel } from './routes/models/approve.ts';
import { decidePlatformModel, handleDecidePlatformModel } from './routes/models/decide.ts';
import { getModelDifference, handleGetModelDifference } from './routes/models/difference.ts';
import { handleListPlatformLosses, listPlatformLosses } from './routes/losses/list.ts';
import { endPlatformVideo, handleEndPlatformVideo } from './routes/videos/end.ts';
import { handleListPlatformVideos, listPlatformVideos } from './routes/videos/list.ts';
import { endLease, handleEndLease } from './routes/configuration/end-lease.ts';
import { handleTakeLease, takeLease } from './routes/configuration/take-lease.ts';
import { handleListPlatformModels, listPlatformModels } from './routes/models/list.ts';
import { handlePricePlatformModel, pricePlatformModel } from './routes/models/price.ts';
import { handleTryPlatformPrices, tryPlatformPrices } from './routes/pricing/what-if-price.ts';
import { handleTryPlatformUplift, tryPlatformUplift } from './routes/pricing/what-if-uplift.ts';
import { handleResearchPrices, researchPlatformPrices } from './routes/pricing/research.ts';
import { handleListPlatformUserModels, listPlatformUserModels } from './routes/pricing/list.ts';
import {
  handleUpliftPlatformUserModel,
  upliftPlatformUserModel,
} from './routes/pricing/uplift-user-model.ts';
import { handleUpliftPlatformUser, upliftPlatformUser } from './routes/pricing/uplift-user.ts';
import { getQuarantine, handleGetQuarantine } from './routes/quarantine/list.ts';
import { handlePutBackQuarantined, putBackQuarantined } from './routes/quarantine/put-back.ts';
import { exportPlatformRequests, handleExportPlatformRequests } from './routes/requests/export.ts';
import { getPlatformRequest, handleGetPlatformRequest } from './routes/requests/get.ts';
import { handleListPlatformRequests, listPlatformRequests } from './routes/requests/list.ts';
import { getRetentionPurge, handleGetRetentionPurge } from './routes/retention/get.ts';
import { handleListRetentionPolicies, listRetentionPolicies } from './routes/retention/list.ts';
import { handleListRetentionPurges, listRetentionPurges } from './routes/retention/list-purges.ts';
import { handlePreviewRetentionPurge, previewRetentionPurge } from './routes/retention/preview.ts';
import { createRetentionPurge, handleCreateRetentionPurge } from './routes/retention/purge.ts';
import { handleUpdateRetentionPolicy, updateRetentionPolicy } from './routes/retention/update.ts';
import {
  createPasswordLink,
  handleCreatePasswordLink,
} from './routes/users/create-password-link.ts';
import { createPlatformUser, handleCreatePlatformUser } from './routes/users/create.ts';
import { handleListPlatformUsers, listPlatformUsers } from './routes/users/list.ts';
import { handleSetPlatformUserLimits, setPlatformUserLimits } from './routes/users/set-limits.ts';
import { handleSetPlatformUserStatus, setPlatformUserStatus } from './routes/users/set-status.ts';
import { handleUpdatePlatformUser, updatePlatformUser } from './routes/users/update.ts';
import { reconciliationRoutes } from './reconciliation-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Every route of the platform plane. */
export const routes = (deps: AdminDeps): MountedRoute[] => [
  ...peopleAndMoney(deps),
  ...catalogue(deps),
  ...jobRoutes(deps),
  ...webhookRoutes(deps),
  ...reconciliationRoutes(deps),
];

const peopleAndMoney = (deps: AdminDeps): MountedRoute[] => [
  on(platformLogin, handlePlatformLogin(deps)),
  on(platformSignInMethods, handlePlatformSignInMethods(deps)),
  on(startPlatformSignIn, handleStartPlatformSignIn(deps)),
  on(finishPlatformSignIn, handleFinishPlatformSignIn(deps)),
  onPlatform(platformMe, handlePlatformMe()),
  onPlatform(platformLogout, handlePlatformLogout(deps)),
  onPlatform(changePlatformPassword, handleChangePlatformPassword(deps)),
  onPlatform(listPlatformAdministrators, handleListPlatformAdministrators(deps)),
  onPlatform(createPlatformAdministrator, handleCreatePlatformAdministrator(deps)),
  onPlatform(updatePlatformAdministrator, handleUpdatePlatformAdministrator(deps)),
  onPlatform(deletePlatformAdministrator, handleDeletePlatformAdministrator(deps)),
  onPlatform(listPlatformUsers, handleListPlatformUsers(deps)),
  onPlatform(createPlatformUser, handleCreatePlatformUser(deps)),
  onPlatform(createPasswordLink, handleCreatePasswordLink(deps)),
  onPlatform(updatePlatformUser, handleUpdatePlatformUser(deps)),
  onPlatform(setPlatformUserStatus, handleSetPlatformUserStatus(deps)),
  onPlatform(setPlatformUserLimits, handleSetPlatformUserLimits(deps)),
  onPlatform(listPlatformUserKeys, handleListPlatformUserKeys(deps)),
  onPlatform(findPlatformKeys, handleFindPlatformKeys(deps)),
  onPlatform(createPlatformUserKey, handleCreatePlatformUserKey(deps)),
  onPlatform(setPlatformKeyLimits, handleSetPlatformKeyLimits(deps)),
  onPlatform(actOnPlatformUserKey, handleActOnPlatformUserKey(deps)),
  onPlatform(listPlatformUserModels, handleListPlatformUserModels(deps)),
  onPlatform(upliftPlatformUserModel, handleUpliftPlatformUserModel(deps)),
  onPlatform(upliftPlatformUser, handleUpliftPlatformUser(deps)),
  onPlatform(grantCredits, handleGrantCredits(deps)),
  onPlatform(listCreditGrants, handleListCreditGrants(deps)),
  onPlatform(revokeCredits, handleRevokeCredits(deps)),
  onPlatform(listCreditTransactions, handleListCreditTransactions(deps)),
  onPlatform(listCreditMovements, handleListCreditMovements(deps)),
  onPlatform(verifyPlatformLedger, handleVerifyPlatformLedger(deps)),
  onPlatform(listPlatformLosses, handleListPlatformLosses(deps)),
  onPlatform(listPlatformVideos, handleListPlatformVideos(deps)),
  onPlatform(endPlatformVideo, handleEndPlatformVideo(deps)),
  onPlatform(listPlatformAuditEvents, handleListPlatformAuditEvents(deps)),
  onPlatform(verifyPlatformAuditEvents, handleVerifyPlatformAuditEvents(deps)),
  onPlatform(exportPlatformAuditEvents, handleExportPlatformAuditEvents(deps)),
  onPlatform(getPlatformUsageSummary, handleGetPlatformUsageSummary(deps)),
  onPlatform(getPlatformSessions, handleGetPlatformSessions(deps)),
  onPlatform(getPlatformStanding, handleGetPlatformStanding(deps)),
  onPlatform(getPlatformUsageAlarms, handleGetPlatformUsageAlarms(deps)),
  onPlatform(getPlatformDashboard, handleGetPlatformDashboard(deps)),
  onPlatform(getPlatformAnalytics, handleGetPlatformAnalytics(deps)),
  onPlatform(exportPlatformAnalytics, handleExportPlatformAnalytics(deps)),
  onPlatform(listPlatformRequests, handleListPlatformRequests(deps)),
  onPlatform(getPlatformRequest, handleGetPlatformRequest(deps)),
  onPlatform(exportPlatformRequests, handleExportPlatformRequests(deps)),
  onPlatform(listPlatformAccessEvents, handleListPlatformAccessEvents(deps)),
  onPlatform(listRetentionPolicies, handleListRetentionPolicies(deps)),
  onPlatform(updateRetentionPolicy, handleUpdateRetentionPolicy(deps)),
  onPlatform(previewRetentionPurge, handlePreviewRetentionPurge(deps)),
  onPlatform(createRetentionPurge, handleCreateRetentionPurge(deps)),
  onPlatform(listRetentionPurges, handleListRetentionPurges(deps)),
  onPlatform(getRetentionPurge, handleGetRetentionPurge(deps)),
  onPlatform(getQuarantine, handleGetQuarantine(deps)),
  onPlatform(putBackQuarantined, handlePutBackQuarantined(deps)),
];

const catalogue = (deps: AdminDeps): MountedRoute[] => [
  onPlatform(takeLease, handleTakeLease(deps)),
  onPlatform(endLease, handleEndLease(deps)),
  onPlatform(listProviderFamilies, handleListProviderFamilies(deps)),
  onPlatform(listProviderCredentials, handleListProviderCredentials(deps)),
  onPlatform(getCredentialsHealth, handleGetCredentialsHealth(deps)),
  onPlatform(createProviderCredential, handleCreateProviderCredential(deps)),
  onPlatform(updateProviderCredential, handleUpdateProviderCredential(deps)),
  onPlatform(deleteProviderCredential, handleDeleteProviderCredential(deps)),
  onPlatform(testProviderCredential, handleTestProviderCredential(deps)),
  onPlatform(syncProviderModels, handleSyncProviderModels(deps)),
  onPlatform(listPlatformModels, handleListPlatformModels(deps)),
  onPlatform(pricePlatformModel, handlePricePlatformModel(deps)),
  onPlatform(tryPlatformPrices, handleTryPlatformPrices(deps)),
  onPlatform(tryPlatformUplift, handleTryPlatformUplift(deps)),
  onPlatform(researchPlatformPrices, handleResearchPrices(deps)),
  onPlatform(getModelDifference, handleGetModelDifference(deps)),
  onPlatform(approvePlatformModel, handleApprovePlatformModel(deps)),
  onPlatform(decidePlatformModel, handleDecidePlatformModel(deps)),
  onPlatform(listPlatformAliases, handleListPlatformAliases(deps)),
  onPlatform(createPlatformAlias, handleCreatePlatformAlias(deps)),
  onPlatform(getPlatformAlias, handleGetPlatformAlias(deps)),
  onPlatform(updatePlatformAlias, handleUpdatePlatformAlias(deps)),
  onPlatform(deletePlatformAlias, handleDeletePlatformAlias(deps)),
];

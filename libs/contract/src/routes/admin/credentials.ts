import { Type } from 'typebox';
import {
  CredentialTestOut,
  CredentialsHealthOut,
  ModelSyncOut,
  PlatformProviderCredentialRemoval,
  PlatformProviderCredentialUpdate,
  ProviderCredentialCreate,
  ProviderCredentialOut,
  ProviderCredentialRemoved,
  ProviderFamilyOut,
} from '../../platform/credentials.ts';
import { defineRoute } from '../../route.ts';
import { CredentialIdParams } from './params.ts';

/** `GET /api/platform/provider-families`. */
export const listProviderFamilies = defineRoute({
  method: 'get',
  path: '/api/platform/provider-families',
  auth: 'platform',
  needs: 'read',
  summary: 'Kinds of providers, with what a credential of each needs',
  status: 200,
  response: Type.Array(ProviderFamilyOut),
});

/** `GET /api/platform/provider-credentials`. */
export const listProviderCredentials = defineRoute({
  method: 'get',
  path: '/api/platform/provider-credentials',
  auth: 'platform',
  needs: 'read',
  summary: 'Provider credentials, without their secrets',
  status: 200,
  response: Type.Array(ProviderCredentialOut),
});

/** `GET /api/platform/provider-health`. */
export const getCredentialsHealth = defineRoute({
  method: 'get',
  path: '/api/platform/provider-health',
  auth: 'platform',
  needs: 'read',
  summary: 'Which credentials are left alone now, and how tries of the last day went',
  status: 200,
  response: CredentialsHealthOut,
});

/** `POST /api/platform/provider-credentials`. */
export const createProviderCredential = defineRoute({
  method: 'post',
  path: '/api/platform/provider-credentials',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Keep a credential of a provider; its secret is sealed and never shown again',
  body: ProviderCredentialCreate,
  status: 201,
  errors: ['conflict'],
  response: ProviderCredentialOut,
});

/** `PATCH /api/platform/provider-credentials/:credential_id`. */
export const updateProviderCredential = defineRoute({
  method: 'patch',
  path: '/api/platform/provider-credentials/:credential_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Change a credential; what is absent stays',
  params: CredentialIdParams,
  body: PlatformProviderCredentialUpdate,
  status: 200,
  errors: ['conflict'],
  response: ProviderCredentialOut,
});

/** `DELETE /api/platform/provider-credentials/:credential_id`. */
export const deleteProviderCredential = defineRoute({
  method: 'delete',
  path: '/api/platform/provider-credentials/:credential_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Delete a credential and its secret permanently',
  params: CredentialIdParams,
  body: PlatformProviderCredentialRemoval,
  status: 200,
  errors: ['conflict'],
  response: ProviderCredentialRemoved,
});

/** `POST /api/platform/provider-credentials/:credential_id/test`. */
export const testProviderCredential = defineRoute({
  method: 'post',
  path: '/api/platform/provider-credentials/:credential_id/test',
  auth: 'platform',
  needs: 'catalogue',
  summary: 'Ask the provider for its models with this credential',
  params: CredentialIdParams,
  status: 200,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: CredentialTestOut,
});

/** `POST /api/platform/provider-credentials/:credential_id/sync-models`. */
export const syncProviderModels = defineRoute({
  method: 'post',
  path: '/api/platform/provider-credentials/:credential_id/sync-models',
  auth: 'platform',
  needs: 'catalogue',
  summary: 'Look for models of the provider that are not known yet; they wait for approval',
  params: CredentialIdParams,
  status: 200,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: ModelSyncOut,
});

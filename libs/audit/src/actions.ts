/**
 * Every action that an audit event may have, in the order of the alphabet: filters by any of them
 * are answered, also before the first such event.
 */
export const AUDIT_ACTIONS = [
  'administrator.create',
  'administrator.delete',
  'administrator.login',
  'administrator.login_failure',
  'administrator.logout',
  'administrator.password_change',
  'administrator.password_change_failure',
  'administrator.role_refusal',
  'administrator.set_role',
  'administrator.set_status',
  'administrator_token.create',
  'administrator_token.revoke',
  'alias.create',
  'alias.delete',
  'alias.update',
  'batch.cancel',
  'analytics.export',
  'audit_events.export',
  'configuration.apply',
  'configuration.apply_end',
  'credential.create',
  'credential.delete',
  'credential.reseal',
  'credential.sync_models',
  'credential.test',
  'credential.update',
  'credit.threshold',
  'credit_grant.create',
  'credit_grant.create_order',
  'credit_grant.revoke',
  'credit_grant.revoke_order',
  'credit_grant.revoke_refused',
  'job.retry',
  'key.create',
  'key.delete',
  'key.resume',
  'key.rotate',
  'key.set_limits',
  'key.suspend',
  'key.update',
  'login.failure',
  'login.success',
  'model.approve',
  'model.disable',
  'model.enable',
  'model.price',
  'model.reject',
  'password.change',
  'password.change_failure',
  'password.set_by_link',
  'quarantine.put_back',
  'reconciliation.create',
  'reconciliation.export',
  'requests.export',
  'retention.purge',
  'retention.purge_failure',
  'retention.purged',
  'retention.set_policy',
  'session.logout',
  'session.reuse',
  'session.revoke',
  'session.revoke_others',
  'setup.complete',
  'setup.refuse',
  'user.create',
  'user.password_link',
  'user.set_limits',
  'user.set_model_uplift',
  'user.set_status',
  'user.set_uplift',
  'user.update',
  'video.end',
  'webhook.create',
  'webhook.delete',
  'webhook.rotate_secret',
  'webhook.update',
] as const;
/** The action of an audit event. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const KNOWN: ReadonlySet<string> = new Set(AUDIT_ACTIONS);

/**
 * Whether events may have this action. Events of earlier releases may have others, which only the
 * trail knows.
 */
export function isAuditAction(name: string): name is AuditAction {
  return KNOWN.has(name);
}

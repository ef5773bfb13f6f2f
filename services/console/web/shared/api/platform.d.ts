/* Written by make openapi from the interface description. */
export interface paths {
    "/api/runtime/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a browser needs to know before anybody has logged in */
        get: operations["getApiRuntimeConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in as an administrator */
        post: operations["postApiPlatformAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/auth/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How administrators may sign in; asked before anybody is signed in */
        get: operations["getApiPlatformAuthMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/auth/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to sign in through the OpenID provider; only a page of ours may */
        post: operations["postApiPlatformAuthOidcStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/auth/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the OpenID provider sends browsers back to; programs that do not ask for HTML get errors as JSON */
        get: operations["getApiPlatformAuthOidcCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `own_account`: See who is signed in; change one’s own password.
         */
        get: operations["getApiPlatformAuthMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session of this token; whoever has none is logged out already */
        post: operations["postApiPlatformAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the password; ends every session of the administrator, this one too
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `own_account`: See who is signed in; change one’s own password.
         */
        post: operations["postApiPlatformAuthChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/administrators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who may administer, oldest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAdministrators"];
        put?: never;
        /**
         * Add an administrator, with a role
         * @description Roles: `owner`. The right is `administrators`: Add, disable and remove administrators; give roles.
         */
        post: operations["postApiPlatformAdministrators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/administrators/{administrator_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an administrator permanently; the last active local owner stays
         * @description Roles: `owner`. The right is `administrators`: Add, disable and remove administrators; give roles.
         */
        delete: operations["deleteApiPlatformAdministratorsByAdministratorId"];
        options?: never;
        head?: never;
        /**
         * Keep an administrator out, let one in again, or give another role; the last active local owner stays
         * @description Roles: `owner`. The right is `administrators`: Add, disable and remove administrators; give roles.
         */
        patch: operations["patchApiPlatformAdministratorsByAdministratorId"];
        trace?: never;
    };
    "/api/platform/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users with their balance and what they spend, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsers"];
        put?: never;
        /**
         * Create a user
         * @description Roles: `owner`, `operator`. The right is `users`: Create, change, suspend and close users; set their limits; make invite and reset links.
         */
        post: operations["postApiPlatformUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link with which a user chooses a password, once; ends an earlier one
         * @description Roles: `owner`, `operator`. The right is `users`: Create, change, suspend and close users; set their limits; make invite and reset links.
         */
        post: operations["postApiPlatformUsersByUserIdPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Roles: `owner`, `operator`. The right is `users`: Create, change, suspend and close users; set their limits; make invite and reset links.
         */
        patch: operations["patchApiPlatformUsersByUserId"];
        trace?: never;
    };
    "/api/platform/users/{user_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Suspend or resume a user, or close an account permanently
         * @description Roles: `owner`, `operator`. The right is `users`: Create, change, suspend and close users; set their limits; make invite and reset links.
         */
        patch: operations["patchApiPlatformUsersByUserIdStatus"];
        trace?: never;
    };
    "/api/platform/users/{user_id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set what all keys of a user may use together; what is left out is unlimited
         * @description Roles: `owner`, `operator`. The right is `users`: Create, change, suspend and close users; set their limits; make invite and reset links.
         */
        put: operations["putApiPlatformUsersByUserIdLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys of a user, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsersByUserIdKeys"];
        put?: never;
        /**
         * Create a key for a user, once for each Idempotency-Key; its secret is shown in this answer only
         * @description Roles: `owner`, `operator`. The right is `keys`: Issue keys for users; suspend, resume, delete and limit keys.
         */
        post: operations["postApiPlatformUsersByUserIdKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/keys/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whose a key is that was seen somewhere; changes nothing
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        post: operations["postApiPlatformKeysFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/keys/{key_id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set what a key may use; what is left out is unlimited
         * @description Roles: `owner`, `operator`. The right is `keys`: Issue keys for users; suspend, resume, delete and limit keys.
         */
        put: operations["putApiPlatformUsersByUserIdKeysByKeyIdLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/keys/{key_id}/{action}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend, resume or delete a key of a user
         * @description Roles: `owner`, `operator`. The right is `keys`: Issue keys for users; suspend, resume, delete and limit keys.
         */
        post: operations["postApiPlatformUsersByUserIdKeysByKeyIdByAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Approved models with what a user pays for them
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsersByUserIdModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/models/{model_id}/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set what a user pays on top of the list price of one model
         * @description Roles: `owner`, `finance`. The right is `prices`: Set prices and uplifts, try them on past requests, look prices up.
         */
        put: operations["putApiPlatformUsersByUserIdModelsByModelIdPricing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/pricing-uplift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set what a user pays on top of list prices, for models without an uplift of their own
         * @description Roles: `owner`, `finance`. The right is `prices`: Set prices and uplifts, try them on past requests, look prices up.
         */
        put: operations["putApiPlatformUsersByUserIdPricingUplift"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/credit-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credit grants of a user, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsersByUserIdCreditGrants"];
        put?: never;
        /**
         * Grant credits; once for each Idempotency-Key
         * @description Roles: `owner`, `finance`. The right is `credits`: Grant and revoke credit.
         */
        post: operations["postApiPlatformUsersByUserIdCreditGrants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/credit-grants/{grant_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back what is neither spent nor held of a grant; once for each Idempotency-Key
         * @description Roles: `owner`, `finance`. The right is `credits`: Grant and revoke credit.
         */
        post: operations["postApiPlatformCreditGrantsByGrantIdRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/credit-transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Movements of a wallet, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsersByUserIdCreditTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/credit-transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Movements of all wallets, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformCreditTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/ledger/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check every invariant of the ledger
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformLedgerVerify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/losses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What calls of users have cost beyond what they were charged, the largest first, and what overruns took beyond their holds
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformLosses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Videos that have not ended, the oldest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/videos/{video_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a video that does not end by itself; its owner gets the held credit back
         * @description Roles: `owner`, `operator`. The right is `jobs`: End videos whose provider does not say how they stand; run failed jobs again; send settlements that billing rejected again.
         */
        post: operations["postApiPlatformVideosByVideoIdEnd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was changed by whom, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/audit-events/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the chain of audit events; names the first one that does not fit
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAuditEventsVerify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/exports/audit-events.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Audit events with their chain as CSV, oldest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformExportsAuditEventsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/usage/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Use of the whole service: today, lately and ever
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsageSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/usage/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the sessions that callers named came to, most credits first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsageSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/standing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the last days earned beyond what providers cost, and the oldest open hold
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformStanding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/usage-alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models with impossible usage reported in the last day, users whose overruns go on, and models that their providers no longer know
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformUsageAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last days at a glance, beside as many days before them
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What requests came to: series, breakdowns and percentiles
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/analytics.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Analytics as CSV: one line for the total, each step and each group
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAnalyticsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests of all users, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/requests/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One request: its route, policy, timings, receipt and what it moved in the ledger
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformRequestsByPublicId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/exports/requests.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests as CSV, newest first; goes on behind the cursor of any line
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformExportsRequestsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/access-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every request that was answered, refused ones included, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAccessEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/retention-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long each category is kept, and the least that it may be
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformRetentionPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/retention-policies/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how long a category is kept
         * @description Roles: `owner`, `operator`. The right is `retention`: Change how long data is kept, within the floors; purge.
         */
        put: operations["putApiPlatformRetentionPoliciesByCategory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/retention-purge/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count what a purge would take; its digest binds a purge to that very set
         * @description Roles: `owner`, `operator`. The right is `retention`: Change how long data is kept, within the floors; purge.
         */
        post: operations["postApiPlatformRetentionPurgePreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/retention-purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Purges, those in progress first, then the latest
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformRetentionPurge"];
        put?: never;
        /**
         * Purge what the policies have outlived; once for each Idempotency-Key
         * @description Roles: `owner`, `operator`. The right is `retention`: Change how long data is kept, within the floors; purge.
         */
        post: operations["postApiPlatformRetentionPurge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/retention-purge/{purge_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A purge and how far it is
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformRetentionPurgeByPurgeId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Decisions about money that billing rejected permanently, by the spool that keeps them
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/quarantine/{spool_id}/put-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send everything that a spool has quarantined to billing again
         * @description Roles: `owner`, `operator`. The right is `jobs`: End videos whose provider does not say how they stand; run failed jobs again; send settlements that billing rejected again.
         */
        post: operations["postApiPlatformQuarantineBySpoolIdPutBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/configuration-leases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to apply a document of configuration; one is applied at a time
         * @description Roles: `owner`, `operator`, `finance`. The right is `configuration`: Apply a configuration document; each change also needs its own right.
         */
        post: operations["postApiPlatformConfigurationLeases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/configuration-leases/{lease_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say how the apply of a document ended, and let the next one begin
         * @description Roles: `owner`, `operator`, `finance`. The right is `configuration`: Apply a configuration document; each change also needs its own right.
         */
        post: operations["postApiPlatformConfigurationLeasesByLeaseIdEnd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/provider-families": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Kinds of providers, with what a credential of each needs
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformProviderFamilies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/provider-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Provider credentials, without their secrets
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformProviderCredentials"];
        put?: never;
        /**
         * Keep a credential of a provider; its secret is sealed and never shown again
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        post: operations["postApiPlatformProviderCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/provider-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which credentials are left alone now, and how tries of the last day went
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformProviderHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/provider-credentials/{credential_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a credential and its secret permanently
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        delete: operations["deleteApiPlatformProviderCredentialsByCredentialId"];
        options?: never;
        head?: never;
        /**
         * Change a credential; what is absent stays
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        patch: operations["patchApiPlatformProviderCredentialsByCredentialId"];
        trace?: never;
    };
    "/api/platform/provider-credentials/{credential_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the provider for its models with this credential
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        post: operations["postApiPlatformProviderCredentialsByCredentialIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/provider-credentials/{credential_id}/sync-models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for models of the provider that are not known yet; they wait for approval
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        post: operations["postApiPlatformProviderCredentialsByCredentialIdSyncModels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models by their public ids, with prices and why they cannot be called
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/models/{model_id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the prices of a model, from now or from a later moment on
         * @description Roles: `owner`, `finance`. The right is `prices`: Set prices and uplifts, try them on past requests, look prices up.
         */
        post: operations["postApiPlatformModelsByModelIdPrices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/models/{model_id}/prices/what-if": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the last days would have cost under other prices; changes nothing
         * @description Roles: `owner`, `finance`. The right is `prices`: Set prices and uplifts, try them on past requests, look prices up.
         */
        post: operations["postApiPlatformModelsByModelIdPricesWhatIf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/users/{user_id}/pricing-uplift/what-if": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the last days of a user would have cost with another uplift; changes nothing
         * @description Roles: `owner`, `finance`. The right is `prices`: Set prices and uplifts, try them on past requests, look prices up.
         */
        post: operations["postApiPlatformUsersByUserIdPricingUpliftWhatIf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/models/{model_id}/pricing/research": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What public price lists say of a model; changes nothing
         * @description Roles: `owner`, `finance`. The right is `prices`: Set prices and uplifts, try them on past requests, look prices up.
         */
        post: operations["postApiPlatformModelsByModelIdPricingResearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/models/{model_id}/difference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a decision about a model would make different, before it is made
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformModelsByModelIdDifference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/models/{model_id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a model with its limits; it can be called once it is priced
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        post: operations["postApiPlatformModelsByModelIdApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/models/{model_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an approved model on or off, or reject one
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        post: operations["postApiPlatformModelsByModelIdDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Aliases with their targets, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAliases"];
        put?: never;
        /**
         * Create an alias: one name for several models, with fallback among them
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        post: operations["postApiPlatformAliases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/aliases/{alias_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One alias with its targets and the contract that it publishes
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformAliasesByAliasId"];
        put?: never;
        post?: never;
        /**
         * Delete an alias; its models stay as they are
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        delete: operations["deleteApiPlatformAliasesByAliasId"];
        options?: never;
        head?: never;
        /**
         * Change an alias; what is absent stays
         * @description Roles: `owner`, `operator`. The right is `catalogue`: Add and test credentials of providers; approve, enable and disable models; manage aliases.
         */
        patch: operations["patchApiPlatformAliasesByAliasId"];
        trace?: never;
    };
    "/api/platform/jobs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Queues, asynchronous operations and purges, with their progress
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformJobsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/jobs/{queue}/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Failed jobs of a queue that are kept, the newest first, and what to do about each
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformJobsByQueueFailed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/jobs/{queue}/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A job as it stands; one that has run well is not kept
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformJobsByQueueByJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/jobs/{queue}/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a failed repeated job again; once for each of its failures
         * @description Roles: `owner`, `operator`. The right is `jobs`: End videos whose provider does not say how they stand; run failed jobs again; send settlements that billing rejected again.
         */
        post: operations["postApiPlatformJobsByQueueByJobIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of the operators, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformWebhooks"];
        put?: never;
        /**
         * Create a webhook of the operators; its secret is shown in this answer only
         * @description Roles: `owner`, `operator`. The right is `webhooks`: Create, change and delete webhooks of the operators; rotate their secrets; resend messages.
         */
        post: operations["postApiPlatformWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook of the operators and how it stands
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformWebhooksByWebhookId"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook of the operators; what has not arrived is given up
         * @description Roles: `owner`, `operator`. The right is `webhooks`: Create, change and delete webhooks of the operators; rotate their secrets; resend messages.
         */
        delete: operations["deleteApiPlatformWebhooksByWebhookId"];
        options?: never;
        head?: never;
        /**
         * Change a webhook of the operators; what is absent stays
         * @description Roles: `owner`, `operator`. The right is `webhooks`: Create, change and delete webhooks of the operators; rotate their secrets; resend messages.
         */
        patch: operations["patchApiPlatformWebhooksByWebhookId"];
        trace?: never;
    };
    "/api/platform/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook of the operators a new secret; for a day messages are signed with both
         * @description Roles: `owner`, `operator`. The right is `webhooks`: Create, change and delete webhooks of the operators; rotate their secrets; resend messages.
         */
        post: operations["postApiPlatformWebhooksByWebhookIdRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a webhook of the operators
         * @description Roles: `owner`, `operator`. The right is `webhooks`: Create, change and delete webhooks of the operators; rotate their secrets; resend messages.
         */
        post: operations["postApiPlatformWebhooksByWebhookIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook of the operators, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformWebhooksByWebhookIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/webhooks/{webhook_id}/deliveries/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One message to the operators with every attempt
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformWebhooksByWebhookIdDeliveriesByMessageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/webhooks/{webhook_id}/deliveries/{message_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to the operators again, under the same id
         * @description Roles: `owner`, `operator`. The right is `webhooks`: Create, change and delete webhooks of the operators; rotate their secrets; resend messages.
         */
        post: operations["postApiPlatformWebhooksByWebhookIdDeliveriesByMessageIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reconciliations and how far they are, newest first
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformReconciliations"];
        put?: never;
        /**
         * Compare a provider’s report with the book, by day and model; once for each Idempotency-Key
         * @description Roles: `owner`, `finance`. The right is `reconciliations`: Compare providers’ reports with the ledger.
         */
        post: operations["postApiPlatformReconciliations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/reconciliations/{reconciliation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One reconciliation and how far it is
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformReconciliationsByReconciliationId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/reconciliations/{reconciliation_id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Days and models that are compared, both sides, by day and model
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformReconciliationsByReconciliationIdLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platform/reconciliations/{reconciliation_id}/lines.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every day and model of a reconciliation that is done, as CSV
         * @description Roles: `owner`, `operator`, `finance`, `viewer`. The right is `read`: See every list, report, audit log and export. No answer holds a password, a key or a credential.
         */
        get: operations["getApiPlatformReconciliationsByReconciliationIdLinesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        RuntimeConfig: {
            product: string;
            api_version: string;
            inference_path: string;
            docs_path: string;
            openapi_path: string;
            password_characters_min: string;
            setup_token_required: boolean;
        };
        PlatformLoginRequest: {
            email: components["schemas"]["EmailText"];
            password: string;
        };
        PlatformAuthOut: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            expires_in: number;
            administrator: components["schemas"]["PlatformAdministratorOut"];
        };
        SignInMethodsOut: {
            /** @constant */
            password: true;
            oidc: {
                name: string;
            } | null;
        };
        SignInStart: {
            /**
             * @description A page of the console, as a path with its query
             * @example /console/platform/requests?days=7
             */
            return_to?: string;
        };
        SignInStartOut: {
            authorization_url: string;
        };
        PlatformAdministratorOut: {
            id: string;
            email: string;
            name: string;
            role: components["schemas"]["RoleName"];
            rights: string;
            source: components["schemas"]["AdministratorSource"];
            /** Format: date-time */
            created_at: string;
        };
        PasswordChangeRequest: {
            current_password: string;
            new_password: string;
        };
        AdministratorOut: {
            id: string;
            email: string;
            name: string;
            role: components["schemas"]["RoleName"];
            source: components["schemas"]["AdministratorSource"];
            status: "active" | "disabled";
            /** Format: date-time */
            created_at: string;
            last_seen_at: string | null;
            password_changed_at: string | null;
        };
        AdministratorCreate: {
            email: components["schemas"]["EmailText"];
            name?: components["schemas"]["NameText"];
            password: string;
            role?: components["schemas"]["RoleName"];
        };
        AdministratorUpdate: {
            status?: "active" | "disabled";
            role?: components["schemas"]["RoleName"];
            reason?: components["schemas"]["Reason"];
        };
        UserStatus: "active" | "suspended" | "closed";
        PlatformUserOut: {
            id: string;
            organization_id: string;
            email: string;
            name: string;
            status: components["schemas"]["UserStatus"];
            /** Format: date-time */
            created_at: string;
            last_seen_at: string | null;
            /** Format: date-time */
            password_changed_at: string;
            max_output_tokens: number | null;
            limits: components["schemas"]["LimitsOut"];
            uplift_bp: number;
            credits: components["schemas"]["CreditsOut"] | null;
            spent_30_days: components["schemas"]["Credits"];
        };
        PlatformUserCreate: {
            email: components["schemas"]["EmailText"];
            name?: components["schemas"]["NameText"];
            password?: string;
        };
        PasswordLinkCreate: {
            /** @default 24 */
            expires_in_hours: number;
        };
        PasswordLinkOut: {
            kind: "invitation" | "reset";
            /** @example https://ai.example.com/console/welcome#ttttttttttttttttttttttttttttttttttttttttttt */
            link: string;
            /** Format: date-time */
            expires_at: string;
        };
        PlatformOrganizationUpdate: {
            name?: components["schemas"]["NameText"];
            email?: components["schemas"]["EmailText"];
            password?: string;
            max_output_tokens?: number | null;
        };
        PlatformOrganizationStatus: {
            status: components["schemas"]["UserStatus"];
            reason?: components["schemas"]["Reason"];
        };
        LimitsIn: {
            requests_per_minute?: number | null;
            tokens_per_minute?: number | null;
            concurrent_requests?: number | null;
            credits_per_day?: string | null;
            credits_per_month?: string | null;
            output_tokens_per_request?: number | null;
        };
        ApiKeyOut: {
            id: string;
            name: string;
            mode: components["schemas"]["KeyMode"];
            prefix: string;
            last_four: string;
            status: components["schemas"]["KeyStatus"];
            suspended_by: ("user" | "platform") | null;
            expires_at: string | null;
            default_reasoning_effort: components["schemas"]["ReasoningEffort"] | null;
            max_output_tokens: number | null;
            models: string[] | null;
            limits: components["schemas"]["LimitsOut"];
            platform_limits: components["schemas"]["LimitsOut"];
            /** Format: date-time */
            created_at: string;
            last_used_at: string | null;
        };
        SimpleApiKeyCreate: {
            name: components["schemas"]["NameText"];
            mode?: components["schemas"]["KeyMode"];
            expires_at?: string | null;
            default_reasoning_effort?: components["schemas"]["ReasoningEffort"] | null;
            max_output_tokens?: number | null;
            models?: string[] | null;
            limits?: components["schemas"]["LimitsIn"] | null;
        };
        ApiKeyCreated: {
            id: string;
            name: string;
            mode: components["schemas"]["KeyMode"];
            prefix: string;
            last_four: string;
            status: components["schemas"]["KeyStatus"];
            suspended_by: ("user" | "platform") | null;
            expires_at: string | null;
            default_reasoning_effort: components["schemas"]["ReasoningEffort"] | null;
            max_output_tokens: number | null;
            models: string[] | null;
            limits: components["schemas"]["LimitsOut"];
            platform_limits: components["schemas"]["LimitsOut"];
            /** Format: date-time */
            created_at: string;
            last_used_at: string | null;
            secret: string;
        };
        PlatformKeySought: {
            /**
             * @description The whole key, or its ends as lists show them: `svc_live_Ab12…wxYZ`
             * @example svc_live_Ab12…wxYZ
             */
            key: string;
        };
        PlatformKeyFound: {
            data: {
                id: string;
                name: string;
                mode: components["schemas"]["KeyMode"];
                prefix: string;
                last_four: string;
                status: components["schemas"]["KeyStatus"];
                suspended_by: ("user" | "platform") | null;
                expires_at: string | null;
                default_reasoning_effort: components["schemas"]["ReasoningEffort"] | null;
                max_output_tokens: number | null;
                models: string[] | null;
                limits: components["schemas"]["LimitsOut"];
                platform_limits: components["schemas"]["LimitsOut"];
                /** Format: date-time */
                created_at: string;
                last_used_at: string | null;
                user_id: string;
                user_email: string;
            }[];
        };
        PlatformKeyAction: {
            reason?: components["schemas"]["Reason"];
        };
        PlatformUserModelOut: {
            model_id: string;
            public_id: string;
            routable: boolean;
            enabled: boolean;
            uplift_bp: number;
            uplift_source: "model" | "user" | "default";
            list_prices: components["schemas"]["PriceList"] | null;
            user_prices: components["schemas"]["PriceList"] | null;
            long_context: {
                above_input_tokens: number;
                list_prices: components["schemas"]["PriceList"];
                user_prices: components["schemas"]["PriceList"];
            }[];
        };
        OrganizationPriceUplift: {
            uplift_bp: number | null;
            reason?: components["schemas"]["Label"];
        };
        PlatformCreditGrantCreate: {
            amount: components["schemas"]["CreditsInput"];
            reason?: components["schemas"]["Reason"] | null;
            expires_at?: string | null;
        };
        PlatformCreditGrantOut: {
            id: string;
            user_id: string;
            amount: components["schemas"]["Credits"];
            remaining: components["schemas"]["Credits"];
            revoked: components["schemas"]["Credits"];
            expired: components["schemas"]["Credits"];
            reason: string | null;
            expires_at: string | null;
            created_by: string;
            /** Format: date-time */
            created_at: string;
        };
        PlatformCreditRevoke: {
            amount?: components["schemas"]["CreditsInput"];
            reason?: components["schemas"]["Reason"] | null;
        };
        PlatformCreditRevokeOut: {
            revoked: components["schemas"]["Credits"];
            grant: components["schemas"]["PlatformCreditGrantOut"];
        };
        PlatformCreditTransactionOut: {
            id: string;
            type: string;
            available_change: string;
            reserved_change: string;
            consumed_change: string;
            grant_id: string | null;
            operation_id: string | null;
            /** Format: date-time */
            created_at: string;
            user_id: string;
            actor: string | null;
        };
        PlatformCreditMovementOut: {
            id: string;
            type: string;
            available_change: string;
            reserved_change: string;
            consumed_change: string;
            grant_id: string | null;
            operation_id: string | null;
            /** Format: date-time */
            created_at: string;
            user_id: string;
            actor: string | null;
            user_email: string;
        };
        PlatformLedgerVerification: {
            ok: boolean;
            unchecked_since?: string | null;
            checks: {
                id: string;
                invariant: string;
                ok: boolean;
                violations: unknown[];
            }[];
        };
        PlatformLossOut: {
            user_id: string;
            user_email: components["schemas"]["UserEmail"];
            known: components["schemas"]["Credits"];
            at_most: components["schemas"]["Credits"];
            /** @description Losses */
            count: number;
            /** @description Credits that overruns took from the wallet beyond their holds */
            covered: string;
            /** @description Overruns that took any */
            covered_count: number;
            /** Format: date-time */
            last_at: string;
        };
        PlatformVideoOut: {
            video_id: string;
            user_id: string;
            user_email: components["schemas"]["UserEmail"];
            key_id: string;
            key_name: components["schemas"]["KeyName"];
            mode: components["schemas"]["KeyMode"];
            request_id: string;
            model: string;
            state: "queued" | "submitting" | "working" | "indeterminate";
            tries: number;
            job: string | null;
            /** Format: date-time */
            created_at: string;
            submitted_at: string | null;
            /** Format: date-time */
            due_at: string;
            /** Format: date-time */
            gives_up_at: string;
            held_credits: components["schemas"]["Credits"] | null;
        };
        PlatformVideoEnd: {
            reason?: components["schemas"]["Reason"];
        };
        /** @description The id of a user, or the e-mail address of the account */
        UserFilter: string;
        AuditEventOut: {
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                kind: "user" | "administrator" | "system";
                id: string | null;
                label: string;
            };
            action: string;
            target: {
                kind: string;
                id: string | null;
                label: string | null;
            };
            user_id: string | null;
            user_email: components["schemas"]["UserEmail"];
            request_id: string | null;
            address: string | null;
            details: {
                [key: string]: unknown;
            };
            seq: string;
            previous_hash: string;
            hash: string;
        };
        AuditVerification: {
            ok: boolean;
            events: number;
            anchor: {
                seq: string;
                hash: string;
                at: string | null;
            } | null;
            head: {
                seq: string;
                hash: string;
            };
            broken: {
                seq: string;
                id: string | null;
                fault: "content" | "link" | "missing" | "end";
            } | null;
        };
        /**
         * @description Requests of live keys, of test keys (the sandbox), or all of them
         * @default live
         */
        ModeFilter: "live" | "test" | "all";
        UsageSummaryOut: {
            today: components["schemas"]["UsageMetrics"];
            last_7_days: components["schemas"]["UsageMetrics"];
            last_30_days: components["schemas"]["UsageMetrics"];
            ever: components["schemas"]["UsageMetrics"];
        };
        PlatformSessionsOut: {
            days: number;
            /**
             * Format: date-time
             * @description The first moment that counts
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment that does not count
             */
            until: string;
            /** @description Most credits first */
            data: {
                user_id: string;
                user_email: components["schemas"]["UserEmail"];
                /** @description What the caller named */
                session_id: string;
                /**
                 * Format: date-time
                 * @description The first request of these days
                 */
                first_at: string;
                /**
                 * Format: date-time
                 * @description The last request of these days
                 */
                last_at: string;
                requests: number;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
            }[];
        };
        PlatformStandingOut: {
            days: number;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            until: string;
            margin: {
                uplifts: components["schemas"]["Credits"];
                losses: components["schemas"]["Credits"];
                losses_at_most: components["schemas"]["Credits"];
                /** @description Credits as a decimal string with nine decimals; below zero with a minus */
                least: string;
                /** @description Credits as a decimal string with nine decimals; below zero with a minus */
                most: string;
            };
            oldest_hold: {
                operation_id: string;
                user_id: string;
                kind: components["schemas"]["HoldKind"];
                held: components["schemas"]["Credits"];
                /** Format: date-time */
                created_at: string;
                age_seconds: number;
            } | null;
        };
        UsageAlarmsOut: {
            implausible: components["schemas"]["ImplausibleUsageOut"][];
            held_at_worst: components["schemas"]["HeldOwnerOut"][];
            gone: components["schemas"]["GoneModelOut"][];
        };
        DashboardOut: {
            days: number;
            /**
             * Format: date-time
             * @description The first moment that counts
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment that does not count
             */
            until: string;
            requests: number;
            /** @description Answered in full, replays included, errors that were replayed not */
            succeeded: number;
            /** @description Failed or broke off after dispatch */
            failed: number;
            /** @description Refused before anything was sent */
            refused: number;
            /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
            faults: number;
            success_rate: number | null;
            /** @description By kind; kinds never overlap */
            tokens: {
                input: number;
                cache_read: number;
                cache_write: number;
                output: number;
                reasoning: number;
                total: number;
            };
            /** @description Credits as a decimal string with nine decimals */
            credits: string;
            latency_ms: components["schemas"]["LatencyPercentiles"];
            first_token_ms: {
                p50: number;
                p90: number;
                p95: number;
                p99: number;
            } | null;
            /** @description As many days before */
            before: {
                requests: number;
                /** @description Answered in full, replays included, errors that were replayed not */
                succeeded: number;
                /** @description Failed or broke off after dispatch */
                failed: number;
                /** @description Refused before anything was sent */
                refused: number;
                /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
                faults: number;
                success_rate: number | null;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
            };
            series: components["schemas"]["UsageStep"][];
            models: components["schemas"]["ModelUsage"][];
            providers: {
                provider: string;
                requests: number;
                /** @description Answered in full, replays included, errors that were replayed not */
                succeeded: number;
                /** @description Failed or broke off after dispatch */
                failed: number;
                /** @description Refused before anything was sent */
                refused: number;
                /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
                faults: number;
                success_rate: number | null;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
                latency_ms: components["schemas"]["LatencyPercentiles"];
                first_token_ms: {
                    p50: number;
                    p90: number;
                    p95: number;
                    p99: number;
                } | null;
            }[];
            errors: components["schemas"]["ErrorUsage"][];
            users: {
                user_id: string;
                user_email: components["schemas"]["UserEmail"];
                requests: number;
                /** @description Answered in full, replays included, errors that were replayed not */
                succeeded: number;
                /** @description Failed or broke off after dispatch */
                failed: number;
                /** @description Refused before anything was sent */
                refused: number;
                /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
                faults: number;
                success_rate: number | null;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
            }[];
        };
        AnalyticsOut: {
            /**
             * Format: date-time
             * @description The first moment that counts
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment that does not count
             */
            until: string;
            /** @description Of the series: hours for up to three days */
            step: "hour" | "day";
            requests: number;
            /** @description Answered in full, replays included, errors that were replayed not */
            succeeded: number;
            /** @description Failed or broke off after dispatch */
            failed: number;
            /** @description Refused before anything was sent */
            refused: number;
            /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
            faults: number;
            success_rate: number | null;
            /** @description By kind; kinds never overlap */
            tokens: {
                input: number;
                cache_read: number;
                cache_write: number;
                output: number;
                reasoning: number;
                total: number;
            };
            /** @description Credits as a decimal string with nine decimals */
            credits: string;
            latency_ms: components["schemas"]["LatencyPercentiles"];
            first_token_ms: {
                p50: number;
                p90: number;
                p95: number;
                p99: number;
            } | null;
            outcomes: {
                [key: string]: number;
            };
            series: components["schemas"]["UsageStep"][];
            providers: {
                provider: string;
                requests: number;
                /** @description Answered in full, replays included, errors that were replayed not */
                succeeded: number;
                /** @description Failed or broke off after dispatch */
                failed: number;
                /** @description Refused before anything was sent */
                refused: number;
                /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
                faults: number;
                success_rate: number | null;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
                latency_ms: components["schemas"]["LatencyPercentiles"];
                first_token_ms: {
                    p50: number;
                    p90: number;
                    p95: number;
                    p99: number;
                } | null;
            }[];
            models: components["schemas"]["ModelUsage"][];
            endpoints: components["schemas"]["EndpointUsage"][];
            statuses: {
                status: number;
                requests: number;
                /** @description Answered in full, replays included, errors that were replayed not */
                succeeded: number;
                /** @description Failed or broke off after dispatch */
                failed: number;
                /** @description Refused before anything was sent */
                refused: number;
                /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
                faults: number;
                success_rate: number | null;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
                latency_ms: components["schemas"]["LatencyPercentiles"];
                first_token_ms: {
                    p50: number;
                    p90: number;
                    p95: number;
                    p99: number;
                } | null;
            }[];
            errors: components["schemas"]["ErrorUsage"][];
            /** @description Most credits first */
            users: {
                user_id: string;
                user_email: components["schemas"]["UserEmail"];
                requests: number;
                /** @description Answered in full, replays included, errors that were replayed not */
                succeeded: number;
                /** @description Failed or broke off after dispatch */
                failed: number;
                /** @description Refused before anything was sent */
                refused: number;
                /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
                faults: number;
                success_rate: number | null;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
            }[];
            /** @description Most credits first */
            keys: {
                api_key_id: string;
                requests: number;
                /** @description Answered in full, replays included, errors that were replayed not */
                succeeded: number;
                /** @description Failed or broke off after dispatch */
                failed: number;
                /** @description Refused before anything was sent */
                refused: number;
                /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
                faults: number;
                success_rate: number | null;
                /** @description By kind; kinds never overlap */
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                    total: number;
                };
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
                key_name: components["schemas"]["KeyName"];
                user_id: string | null;
                user_email: components["schemas"]["UserEmail"];
            }[];
        };
        PlatformRequestList: {
            data: {
                public_id: string;
                /** @description The X-Request-ID of the answer */
                request_id: string;
                /** Format: date-time */
                created_at: string;
                api_key_id: string;
                mode: components["schemas"]["KeyMode"];
                endpoint: string;
                model_requested: string | null;
                provider: string | null;
                model: string | null;
                stream: boolean;
                async: boolean;
                alias: string | null;
                status: number;
                /** @description served and replayed: answered in full; partial: the answer broke off; client_gone: the caller left; failed: after dispatch; refused: before anything was sent */
                outcome: "served" | "replayed" | "partial" | "client_gone" | "failed" | "refused";
                error_code: string | null;
                tokens: {
                    input: number;
                    cache_read: number;
                    cache_write: number;
                    output: number;
                    reasoning: number;
                } | null;
                /** @description Credits as a decimal string with nine decimals */
                credits: string;
                latency_ms: number;
                first_token_ms: number | null;
                session_id: string | null;
                user_id: string;
                user_email: components["schemas"]["UserEmail"];
                organization_id: string;
                key_name: components["schemas"]["KeyName"];
            }[];
            limit: number;
            offset: number;
            has_more: boolean;
        };
        PlatformRequestDetail: {
            public_id: string;
            /** @description The X-Request-ID of the answer */
            request_id: string;
            /** Format: date-time */
            created_at: string;
            api_key_id: string;
            mode: components["schemas"]["KeyMode"];
            endpoint: string;
            model_requested: string | null;
            provider: string | null;
            model: string | null;
            stream: boolean;
            async: boolean;
            alias: string | null;
            status: number;
            /** @description served and replayed: answered in full; partial: the answer broke off; client_gone: the caller left; failed: after dispatch; refused: before anything was sent */
            outcome: "served" | "replayed" | "partial" | "client_gone" | "failed" | "refused";
            error_code: string | null;
            tokens: {
                input: number;
                cache_read: number;
                cache_write: number;
                output: number;
                reasoning: number;
            } | null;
            /** @description Credits as a decimal string with nine decimals */
            credits: string;
            latency_ms: number;
            first_token_ms: number | null;
            session_id: string | null;
            attempt: number;
            /** @description Every call of a provider, fallbacks and repetitions included, in their order */
            attempts: components["schemas"]["RequestTry"][];
            output_policy: string | null;
            effective_max_tokens: number | null;
            timings: {
                queue_ms: number | null;
                upstream_ms: number | null;
                first_token_ms: number | null;
                total_ms: number;
            };
            receipt: components["schemas"]["ReceiptOut"] | null;
            user_id: string;
            user_email: components["schemas"]["UserEmail"];
            organization_id: string;
            key_name: components["schemas"]["KeyName"];
            operation_id: string;
            reported_usage: {
                [key: string]: number;
            } | null;
            usage_suspect: ("implausible" | "unreadable" | "parts_exceed_whole" | "total_differs" | "nothing_counted" | "unpriced") | null;
            ledger: {
                attempt: number;
                state: string;
                held: components["schemas"]["Credits"];
                charged: components["schemas"]["Credits"] | null;
                close_reason: string | null;
                price_version_id: string;
                uplift_bp: number;
                /** Format: date-time */
                created_at: string;
                closed_at: string | null;
            }[] | null;
            ledger_entries: {
                id: string;
                attempt: number;
                type: string;
                available_change: components["schemas"]["Credits"];
                reserved_change: components["schemas"]["Credits"];
                consumed_change: components["schemas"]["Credits"];
                /** Format: date-time */
                created_at: string;
            }[] | null;
        };
        AccessEventList: {
            data: components["schemas"]["AccessEventOut"][];
            limit: number;
            offset: number;
            has_more: boolean;
        };
        RetentionPolicyOut: {
            /** @enum {string} */
            category: "request_records" | "access_events" | "audit_events" | "idempotency_records" | "async_results" | "sessions" | "media" | "webhook_deliveries" | "payloads";
            days: number;
            default_days: number;
            minimum_days: number;
            maximum_days: number;
            description: string;
            updated_at: string | null;
            updated_by: string | null;
        };
        RetentionPolicyUpdate: {
            days: number;
        };
        RetentionPurgeRequest: {
            categories: ("request_records" | "access_events" | "audit_events" | "idempotency_records" | "async_results" | "sessions" | "media" | "webhook_deliveries" | "payloads")[];
            /** Format: date-time */
            as_of?: string;
            /** @description The digest of a preview, 64 hexadecimal digits */
            digest?: string;
        };
        RetentionPurgePreview: {
            /** Format: date-time */
            as_of: string;
            categories: {
                /** @enum {string} */
                category: "request_records" | "access_events" | "audit_events" | "idempotency_records" | "async_results" | "sessions" | "media" | "webhook_deliveries" | "payloads";
                /** Format: date-time */
                cutoff: string;
                rows: string;
            }[];
            /** @description The digest of a preview, 64 hexadecimal digits */
            digest: string;
        };
        RetentionPurgeOut: {
            id: string;
            /** @constant */
            object: "retention_purge";
            status: "queued" | "running" | "done" | "failed";
            status_url: string;
            origin: "administrator" | "schedule";
            /** Format: date-time */
            as_of: string;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            failure: string | null;
            categories: {
                /** @enum {string} */
                category: "request_records" | "access_events" | "audit_events" | "idempotency_records" | "async_results" | "sessions" | "media" | "webhook_deliveries" | "payloads";
                /** Format: date-time */
                cutoff: string;
                rows_expected: string | null;
                rows_purged: string;
                batches: number;
                finished_at: string | null;
            }[];
        };
        QuarantineOut: {
            set_aside: number;
            spools: components["schemas"]["SpoolOut"][];
            decisions: components["schemas"]["QuarantinedOut"][];
        };
        QuarantinePutBack: {
            reason?: components["schemas"]["Reason"];
        };
        SpoolOut: {
            /** @description The same for the process that goes on with it */
            id: string;
            service: string;
            /** @description Where its process ran when it looked last */
            host: string;
            /** @description What billing rejected permanently */
            set_aside: number;
            /**
             * Format: date-time
             * @description When its process looked last; every few seconds while something is set aside
             */
            looked_at: string;
            put_back: {
                /** Format: date-time */
                asked_at: string;
                /** @description How many were put back since then */
                count: number;
                /** @description Null while its process has not put back everything */
                ended_at: string | null;
            } | null;
        };
        ConfigurationLeaseCreate: {
            /**
             * @description SHA-256 of the document as it was read, in hexadecimal digits
             * @example 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
             */
            document_sha256: string;
            changes: number;
        };
        ConfigurationLeaseOut: {
            id: string;
            document_sha256: string;
            /** Format: date-time */
            expires_at: string;
        };
        ConfigurationLeaseEnd: {
            outcome: "applied" | "failed";
            changes: number;
        };
        ProviderFamilyOut: {
            id: string;
            label: string;
            provider: string | null;
            base_url: string | null;
            credential_schema: {
                [key: string]: unknown;
            };
            lists_models: boolean;
        };
        ProviderCredentialOut: {
            id: string;
            family: string;
            provider: string;
            name: string;
            base_url: string;
            last4: string;
            secret_version: string | null;
            status: "active" | "disabled";
            first_byte_seconds: number | null;
            total_seconds: number | null;
            last_test: components["schemas"]["CredentialTestOut"] | null;
            last_sync_at: string | null;
            last_sync: {
                /** @description interrupted: its process died before it ended */
                state: "running" | "done" | "failed" | "interrupted";
                /** Format: date-time */
                started_at: string;
                ended_at: string | null;
                discovered: number | null;
                known: number | null;
                ignored: number | null;
                failure: ("credential" | "rate_limited" | "unavailable" | "timeout" | "malformed" | "rejected" | "unknown") | null;
                message: string | null;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProviderCredentialCreate: {
            family: string;
            provider?: components["schemas"]["ProviderPrefix"];
            name: components["schemas"]["Label"];
            base_url?: string;
            credential: {
                [key: string]: string;
            };
            /**
             * @description 1 to 64 letters, digits, dots, underscores and hyphens
             * @example 2026-11
             */
            secret_version?: string;
            /** @description The longest wait for the first event of a stream, in seconds. The limit of a model goes before that of its credential, and both before the installation’s */
            first_byte_seconds?: number | null;
            /** @description The longest time of a whole call, in seconds; a whole answer may be silent as long. The limit of a model goes before that of its credential, and both before the installation’s */
            total_seconds?: number | null;
        };
        CredentialsHealthOut: {
            /** Format: date-time */
            since: string;
            credentials: components["schemas"]["CredentialHealthOut"][];
        };
        PlatformProviderCredentialUpdate: {
            name?: components["schemas"]["Label"];
            base_url?: string;
            status?: "active" | "disabled";
            credential?: {
                [key: string]: string;
            };
            /**
             * @description 1 to 64 letters, digits, dots, underscores and hyphens
             * @example 2026-11
             */
            secret_version?: string;
            /** @description The longest wait for the first event of a stream, in seconds. The limit of a model goes before that of its credential, and both before the installation’s */
            first_byte_seconds?: number | null;
            /** @description The longest time of a whole call, in seconds; a whole answer may be silent as long. The limit of a model goes before that of its credential, and both before the installation’s */
            total_seconds?: number | null;
        };
        PlatformProviderCredentialRemoval: {
            confirm_name: string;
            accept_unroutable_models?: boolean;
            reason?: components["schemas"]["Reason"];
        };
        ProviderCredentialRemoved: {
            id: string;
            /** @constant */
            deleted: true;
            unroutable_models: string[];
        };
        CredentialTestOut: {
            ok: boolean;
            failure: ("credential" | "rate_limited" | "unavailable" | "timeout" | "malformed" | "rejected") | null;
            message: string;
            /** Format: date-time */
            tested_at: string;
        };
        ModelSyncOut: {
            discovered: {
                id: string;
                public_id: string;
            }[];
            known: number;
            ignored: number;
            /** Format: date-time */
            synced_at: string;
        };
        PlatformModelOut: {
            id: string;
            public_id: string;
            provider: string;
            family: string;
            upstream_model: string;
            contract_source: components["schemas"]["ContractSource"];
            capability: "chat" | "embeddings" | "video";
            state: "discovered" | "approved" | "rejected";
            enabled: boolean;
            routable: boolean;
            unroutable_reason: components["schemas"]["UnroutableReason"] | null;
            missing_limits: string[];
            limits: {
                context_tokens?: number;
                output_tokens?: number;
                inputs?: number;
                total_tokens?: number;
                stop_sequences?: number;
                tools?: number;
                images?: number;
                images_per_message?: number;
                documents_per_message?: number;
                image_bytes?: number;
            };
            dimensions: string[];
            hard_output_tokens: number | null;
            first_byte_seconds: number | null;
            total_seconds: number | null;
            parameter_overrides: {
                [key: string]: components["schemas"]["ParameterRule"];
            };
            request_contract: {
                [key: string]: unknown;
            } | null;
            price: components["schemas"]["PriceVersionOut"] | null;
            upcoming_prices: components["schemas"]["PriceVersionOut"][];
            /** Format: date-time */
            discovered_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        PriceVersionCreate: {
            prices: components["schemas"]["PriceList"];
            long_context?: components["schemas"]["LongContextPrices"][];
            effective_at?: string | null;
            allow_free?: boolean;
        };
        PriceVersionOut: {
            id: string;
            model_id: string;
            prices: components["schemas"]["PriceList"];
            long_context: components["schemas"]["LongContextPrices"][];
            /** Format: date-time */
            effective_at: string;
            created_by: string;
            /** Format: date-time */
            created_at: string;
        };
        PriceWhatIfRequest: {
            prices: components["schemas"]["PriceList"];
            long_context?: components["schemas"]["LongContextPrices"][];
            allow_free?: boolean;
            /**
             * @description Requests of so many days up to now are rated again
             * @default 30
             */
            days: number;
        };
        WhatIfOut: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            until: string;
            requests: number;
            charged: components["schemas"]["Credits"];
            cost_before: components["schemas"]["Credits"];
            cost_after: components["schemas"]["Credits"];
            difference: components["schemas"]["Credits"];
            /** @description Requests that used something without a price, which counts as nothing here */
            unpriced_requests: number;
            users: {
                user_id: string;
                user_email: components["schemas"]["UserEmail"];
                requests: number;
                charged: components["schemas"]["Credits"];
                cost_before: components["schemas"]["Credits"];
                cost_after: components["schemas"]["Credits"];
                difference: components["schemas"]["Credits"];
            }[];
            models: {
                model: string;
                requests: number;
                charged: components["schemas"]["Credits"];
                cost_before: components["schemas"]["Credits"];
                cost_after: components["schemas"]["Credits"];
                difference: components["schemas"]["Credits"];
            }[];
        };
        UpliftWhatIfRequest: {
            uplift_bp: number;
            model_id?: string;
            /**
             * @description Requests of so many days up to now are rated again
             * @default 30
             */
            days: number;
        };
        PriceResearchRequest: {
            provider?: string;
            model?: string;
        };
        PriceResearchOut: {
            model_id: string;
            /** Format: date-time */
            researched_at: string;
            current: components["schemas"]["PriceList"] | null;
            suggestions: components["schemas"]["PriceSuggestion"][];
            unavailable: {
                name: string;
                message: string;
            }[];
        };
        ModelDifferenceOut: {
            model_id: string;
            public_id: string;
            decision: "approve" | "enable" | "disable" | "reject";
            before: {
                state: "discovered" | "approved" | "rejected";
                enabled: boolean;
                routable: boolean;
                unroutable_reason: components["schemas"]["UnroutableReason"] | null;
            };
            after: {
                state: "discovered" | "approved" | "rejected";
                enabled: boolean;
                routable: boolean;
                unroutable_reason: components["schemas"]["UnroutableReason"] | null;
            };
            missing_limits: string[];
            request_contract: {
                [key: string]: unknown;
            } | null;
            price: components["schemas"]["PriceVersionOut"] | null;
            next_price: components["schemas"]["PriceVersionOut"] | null;
            aliases: {
                id: string;
                name: string;
                change: "gains" | "loses" | "none";
                targets_before: number;
                targets_after: number;
                routable_before: boolean;
                routable_after: boolean;
                unroutable_reason_after: components["schemas"]["UnroutableReason"] | null;
                contract_changes: boolean;
            }[];
            more_aliases: boolean;
            users: {
                switched_on: number;
                switched_off: number;
            };
            keys: {
                limited: number;
                only_this: number;
                some: {
                    id: string;
                    name: string;
                    user_id: string;
                    only_this: boolean;
                }[];
            };
            usage: {
                days: number;
                requests: number;
                charged_credits: components["schemas"]["Credits"];
            };
        };
        ModelApproval: {
            limits?: {
                context_tokens?: number;
                output_tokens?: number;
                inputs?: number;
                total_tokens?: number;
                stop_sequences?: number;
                tools?: number;
                images?: number;
                images_per_message?: number;
                documents_per_message?: number;
                image_bytes?: number;
            };
            parameters?: {
                stream?: components["schemas"]["ParameterRule"];
                max_tokens?: components["schemas"]["ParameterRule"];
                max_completion_tokens?: components["schemas"]["ParameterRule"];
                temperature?: components["schemas"]["ParameterRule"];
                top_p?: components["schemas"]["ParameterRule"];
                n?: components["schemas"]["ParameterRule"];
                stop?: components["schemas"]["ParameterRule"];
                seed?: components["schemas"]["ParameterRule"];
                presence_penalty?: components["schemas"]["ParameterRule"];
                frequency_penalty?: components["schemas"]["ParameterRule"];
                logit_bias?: components["schemas"]["ParameterRule"];
                logprobs?: components["schemas"]["ParameterRule"];
                top_logprobs?: components["schemas"]["ParameterRule"];
                response_format?: components["schemas"]["ParameterRule"];
                tools?: components["schemas"]["ParameterRule"];
                tool_choice?: components["schemas"]["ParameterRule"];
                parallel_tool_calls?: components["schemas"]["ParameterRule"];
                reasoning_effort?: components["schemas"]["ParameterRule"];
                image_input?: components["schemas"]["ParameterRule"];
                document_input?: components["schemas"]["ParameterRule"];
                cache_control?: components["schemas"]["ParameterRule"];
                encoding_format?: components["schemas"]["ParameterRule"];
                dimensions?: components["schemas"]["ParameterRule"];
                input_type?: components["schemas"]["ParameterRule"];
                truncate?: components["schemas"]["ParameterRule"];
                token_input?: components["schemas"]["ParameterRule"];
                seconds?: components["schemas"]["ParameterRule"];
                resolution?: components["schemas"]["ParameterRule"];
                aspect_ratio?: components["schemas"]["ParameterRule"];
                size?: components["schemas"]["ParameterRule"];
                generate_audio?: components["schemas"]["ParameterRule"];
                negative_prompt?: components["schemas"]["ParameterRule"];
                input_reference?: components["schemas"]["ParameterRule"];
                first_frame?: components["schemas"]["ParameterRule"];
                last_frame?: components["schemas"]["ParameterRule"];
            } & {
                [key: string]: components["schemas"]["ParameterRule"];
            };
            dimensions?: ("input" | "cache_read" | "cache_write" | "output" | "reasoning" | "request" | "image" | "second")[];
            hard_output_tokens?: number | null;
            /** @description The longest wait for the first event of a stream, in seconds. The limit of a model goes before that of its credential, and both before the installation’s */
            first_byte_seconds?: number | null;
            /** @description The longest time of a whole call, in seconds; a whole answer may be silent as long. The limit of a model goes before that of its credential, and both before the installation’s */
            total_seconds?: number | null;
            reason?: components["schemas"]["Reason"];
        };
        PlatformModelDecision: {
            decision: "enable" | "disable" | "reject";
            reason?: components["schemas"]["Reason"];
        };
        PlatformAliasOut: {
            id: string;
            name: string;
            strategy: components["schemas"]["AliasStrategy"];
            enabled: boolean;
            routable: boolean;
            unroutable_reason: components["schemas"]["UnroutableReason"] | null;
            request_contract: {
                [key: string]: unknown;
            } | null;
            hard_output_tokens: number | null;
            targets: {
                model_id: string;
                public_id: string;
                weight: number | null;
                retries: number;
                routable: boolean;
                unroutable_reason: components["schemas"]["UnroutableReason"] | null;
            }[];
            created_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        PlatformAliasCreate: {
            /** @description 1 to 64 small letters, digits, dots, underscores and hyphens, a letter or a digit first */
            name: string;
            strategy?: components["schemas"]["AliasStrategy"];
            targets: components["schemas"]["AliasTargetInput"][];
            enabled?: boolean;
            reason?: components["schemas"]["Reason"];
        };
        PlatformAliasUpdate: {
            strategy?: components["schemas"]["AliasStrategy"];
            targets?: components["schemas"]["AliasTargetInput"][];
            enabled?: boolean;
            reason?: components["schemas"]["Reason"];
        };
        JobsSummaryOut: {
            queues: components["schemas"]["QueueOut"][] | null;
            schedule: components["schemas"]["ScheduledJobOut"][] | null;
            operations: {
                queued: number;
                running: number;
                abandoned: number;
                done: number;
                failed: number;
                oldest_queued_ms: number | null;
            };
            purges: {
                queued: number;
                running: number;
                done: number;
                failed: number;
                oldest_queued_ms: number | null;
                latest: components["schemas"]["RetentionPurgeOut"][];
            };
        };
        JobOut: {
            id: string;
            queue: "async" | "maintenance" | "retention" | "webhooks";
            name: string;
            state: "waiting" | "active" | "delayed" | "failed" | "done";
            attempts: number;
            /** Format: date-time */
            created_at: string;
            failed_at: string | null;
            reason: string | null;
            about: components["schemas"]["JobSubject"] | null;
            instead: string | null;
        };
        JobRetry: {
            /** Format: date-time */
            failed_at: string;
            reason?: components["schemas"]["Reason"];
        };
        WebhookList: components["schemas"]["WebhookOut"][];
        PlatformWebhookCreate: {
            /** @description Where messages go: https on the public internet, port 443 or 8443 */
            url: string;
            events: ("credential.paused" | "ledger.alarm" | "ledger.unchecked" | "usage.implausible" | "model.gone" | "usage.overrun" | "spool.alarm" | "purge.ended")[];
            /** @description One line of text */
            description?: string;
        };
        WebhookWithSecret: {
            /** @description `whk_…` */
            id: string;
            url: string;
            description: string;
            events: string[];
            /** @description paused: by Tollgate, because nothing arrives; disabled: by its owner */
            status: "active" | "paused" | "disabled";
            pause_reason: ("failures" | "gone") | null;
            /** @description Attempts since the last that arrived */
            consecutive_failures: number;
            failing_since: string | null;
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description `whsec_…` */
            secret: string;
        };
        WebhookOut: {
            /** @description `whk_…` */
            id: string;
            url: string;
            description: string;
            events: string[];
            /** @description paused: by Tollgate, because nothing arrives; disabled: by its owner */
            status: "active" | "paused" | "disabled";
            pause_reason: ("failures" | "gone") | null;
            /** @description Attempts since the last that arrived */
            consecutive_failures: number;
            failing_since: string | null;
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        PlatformWebhookUpdate: {
            /** @description Where messages go: https on the public internet, port 443 or 8443 */
            url?: string;
            events?: ("credential.paused" | "ledger.alarm" | "ledger.unchecked" | "usage.implausible" | "model.gone" | "usage.overrun" | "spool.alarm" | "purge.ended")[];
            /** @description One line of text */
            description?: string;
            /** @description active also ends a pause */
            status?: "active" | "disabled";
        };
        WebhookDelivery: {
            /** @description `msg_…`, the webhook-id of every attempt */
            id: string;
            type: string;
            state: components["schemas"]["DeliveryState"];
            reason: string | null;
            attempts: number;
            /** Format: date-time */
            created_at: string;
            ended_at: string | null;
            next_attempt_at: string | null;
        };
        DeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        WebhookDeliveryDetail: {
            /** @description `msg_…`, the webhook-id of every attempt */
            id: string;
            type: string;
            state: components["schemas"]["DeliveryState"];
            reason: string | null;
            attempts: number;
            /** Format: date-time */
            created_at: string;
            ended_at: string | null;
            next_attempt_at: string | null;
            body: string;
            tries: {
                number: number;
                /** Format: date-time */
                at: string;
                duration_ms: number;
                status: number | null;
                failure: string | null;
                /** @description The beginning of the answer */
                answer: string;
            }[];
        };
        ReconciliationOut: {
            id: string;
            /** @constant */
            object: "reconciliation";
            status: "queued" | "running" | "done";
            status_url: string;
            provider: string;
            /**
             * @example openai_usage
             * @enum {string}
             */
            format: "openai_usage" | "openai_costs" | "anthropic_usage" | "anthropic_cost" | "bedrock_cur";
            tolerance_bp: number;
            /**
             * Format: date
             * @example 2026-11-24
             */
            first_day: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            last_day: string;
            days: number;
            days_compared: number;
            rows_read: number;
            rows_left_out: number;
            counts: {
                equal: number;
                differs: number;
                report_only: number;
                book_only: number;
            } | null;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
        };
        ReconciliationCreate: {
            provider: components["schemas"]["ProviderPrefix"];
            /**
             * @example openai_usage
             * @enum {string}
             */
            format: "openai_usage" | "openai_costs" | "anthropic_usage" | "anthropic_cost" | "bedrock_cur";
            /**
             * @example start_time,end_time,model,num_model_requests,input_tokens,input_cached_tokens,output_tokens
             *     1795478400,1795564800,small,5,1000,800,500
             */
            report: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            first_day?: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            last_day?: string;
            /** @default 50 */
            tolerance_bp: number;
            /** @example [] */
            models?: {
                /** @example Claude4.6Sonnet */
                reported: string;
                /** @example acme/small */
                model: string;
            }[];
        };
        ReconciliationLineOut: {
            /**
             * Format: date
             * @example 2026-11-24
             */
            day: string;
            model: string;
            status: "equal" | "differs" | "report_only" | "book_only";
            apart: ("input" | "cache_read" | "cache_write" | "output" | "requests" | "cost")[];
            reported: {
                input: string | null;
                cache_read: string | null;
                cache_write: string | null;
                output: string | null;
                requests: string | null;
                cost: components["schemas"]["Credits"] | null;
            } | null;
            book: {
                input: string;
                cache_read: string;
                cache_write: string;
                output: string;
                requests: string;
                charged: components["schemas"]["Credits"];
                /** @description Requests whose reported usage is in doubt, by usage_suspect */
                suspect: {
                    [key: string]: number;
                };
            } | null;
        };
        Credits: string;
        Error: {
            error: {
                message: string;
                /** @enum {string} */
                type: "invalid_request_error" | "authentication_error" | "billing_error" | "permission_error" | "not_found_error" | "routing_error" | "conflict_error" | "rate_limit_error" | "internal_error" | "upstream_error" | "service_error";
                param: string | null;
                code: string;
                request_id: string;
            };
        };
        /** @description Up to 31 small letters, digits and hyphens, a letter first */
        ProviderPrefix: string;
        DeliveryState: "open" | "delivered" | "failed" | "dropped";
        Reason: string;
        JobSubject: {
            kind: "operation" | "retention_purge" | "webhook";
            id: string;
            message_id: string | null;
        };
        QueueOut: {
            name: "async" | "maintenance" | "retention" | "webhooks";
            waiting: number;
            active: number;
            delayed: number;
            failed: number;
            oldest_waiting_ms: number | null;
            /** @description Worker processes that listen */
            workers: number;
        };
        ScheduledJobOut: {
            name: string;
            every_ms: number;
            next_at: string | null;
        };
        AliasStrategy: "ordered" | "weighted";
        AliasTargetInput: {
            model_id: string;
            weight?: number;
            retries?: number;
        };
        UnroutableReason: "not_approved" | "rejected" | "disabled" | "contract_incomplete" | "unpriced" | "no_active_credential";
        ParameterRule: {
            supported: boolean;
            ignored?: boolean;
            required?: boolean;
            values?: (string | number | boolean)[];
            minimum?: number;
            maximum?: number;
            type?: "number" | "integer" | "string" | "boolean" | "object" | "array";
            max_characters?: number;
            default?: string | number | boolean;
        };
        PriceList: {
            input?: string;
            cache_read?: string;
            cache_write?: string;
            output?: string;
            reasoning?: string;
            request?: string;
            image?: string;
            second?: string;
        } & {
            [key: string]: string;
        };
        PriceSuggestion: {
            source: {
                name: string;
                /** @description Of data that comes with Tollgate its release; of a public list the moment it was read */
                version: string;
                provider: string;
                model: string;
                urls: string[];
                since: string | null;
                comment: string | null;
            };
            /** @description model_name: by nothing but its name, so that it may be the price of another provider */
            found_by: "provider" | "address" | "model_name";
            prices: components["schemas"]["PriceList"];
            missing: string[];
            derived: {
                [key: string]: string;
            };
            long_context: components["schemas"]["LongContextPrices"][];
            others: {
                [key: string]: number;
            };
        };
        LongContextPrices: {
            above_input_tokens: number;
            prices: components["schemas"]["PriceList"];
        };
        /** @description The address of the account today, also of a closed one; null where there is none */
        UserEmail: string | null;
        ContractSource: "published" | "assumed";
        /** @description One line of text without blanks at its ends */
        Label: string;
        CredentialHealthOut: {
            id: string;
            left_alone: {
                /** @description paused: other credentials of the provider go first. shut: no call uses it */
                state: "paused" | "shut";
                failure: "credential" | "model_unavailable" | "rate_limited" | "overloaded" | "unavailable" | "timeout" | "malformed" | "indeterminate" | "unknown";
                /** Format: date-time */
                since: string;
                /**
                 * Format: date-time
                 * @description When the last of the processes tries it again
                 */
                until: string;
                /** @description Processes that leave it alone */
                processes: number;
            } | null;
            models: {
                /** @description The exact public id */
                model: string;
                /** @description paused: other credentials of the provider go first. shut: no call uses it */
                state: "paused" | "shut";
                failure: "credential" | "model_unavailable" | "rate_limited" | "overloaded" | "unavailable" | "timeout" | "malformed" | "indeterminate" | "unknown";
                /** Format: date-time */
                since: string;
                /**
                 * Format: date-time
                 * @description When the last of the processes tries it again
                 */
                until: string;
                /** @description Processes that leave it alone */
                processes: number;
            }[];
            /** @description Calls of the provider with it */
            tries: number;
            /** @description Those that failed for another reason than the request */
            failed: number;
            last_failure: {
                failure: "credential" | "model_unavailable" | "rate_limited" | "overloaded" | "unavailable" | "timeout" | "malformed" | "indeterminate" | "unknown";
                /** Format: date-time */
                at: string;
            } | null;
        };
        QuarantinedOut: {
            spool_id: string;
            at: string | null;
            kind: ("settle" | "release" | "loss") | null;
            /** @description Why, as billing says */
            reason: string;
            request_id: string | null;
            attempt: number | null;
            user_id: string | null;
        };
        AccessEventOut: {
            id: string;
            /** Format: date-time */
            at: string;
            method: string;
            path: string;
            route: string | null;
            status_code: number;
            error_code: string | null;
            actor: {
                kind: string;
                id: string | null;
                label: string | null;
            };
            user_id: string | null;
            user_email: components["schemas"]["UserEmail"];
            request_id: string;
            address: string;
            user_agent: string | null;
            duration_ms: number;
        };
        KeyMode: "live" | "test";
        RequestTry: {
            provider: string;
            model: string;
            hold: number | null;
            failure: string | null;
            error_code: string | null;
            upstream_status: number | null;
            /** @description Content that another model has signed, which this call went without */
            left_out: string[];
            /** @description From the arrival of the request */
            after_ms: number;
            took_ms: number;
        };
        ReceiptOut: {
            lines: {
                dimension: string;
                quantity: number;
                /** @description Credits a token or call, without uplift */
                unit_price: string;
            }[];
            usage_source: string | null;
            price_version_id: string | null;
            uplift_bp: number | null;
            /** @description What the lines come to, uplift included */
            cost: string;
            held: string | null;
            /** @description What was taken: what was held at most, or up to three times that where the provider used more than the hold covers */
            charged: string;
        };
        /** @description The name of the key today, also of a deleted one; null where there is none */
        KeyName: string | null;
        LatencyPercentiles: {
            p50: number;
            p90: number;
            p95: number;
            p99: number;
        } | null;
        UsageStep: {
            /**
             * Format: date-time
             * @description When the step starts
             */
            at: string;
            requests: number;
            /** @description Answered in full, replays included, errors that were replayed not */
            succeeded: number;
            /** @description Failed or broke off after dispatch */
            failed: number;
            /** @description Refused before anything was sent */
            refused: number;
            /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
            faults: number;
            success_rate: number | null;
            /** @description By kind; kinds never overlap */
            tokens: {
                input: number;
                cache_read: number;
                cache_write: number;
                output: number;
                reasoning: number;
                total: number;
            };
            /** @description Credits as a decimal string with nine decimals */
            credits: string;
            latency_ms: components["schemas"]["LatencyPercentiles"];
            first_token_ms: {
                p50: number;
                p90: number;
                p95: number;
                p99: number;
            } | null;
        };
        ModelUsage: {
            model: string;
            requests: number;
            /** @description Answered in full, replays included, errors that were replayed not */
            succeeded: number;
            /** @description Failed or broke off after dispatch */
            failed: number;
            /** @description Refused before anything was sent */
            refused: number;
            /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
            faults: number;
            success_rate: number | null;
            /** @description By kind; kinds never overlap */
            tokens: {
                input: number;
                cache_read: number;
                cache_write: number;
                output: number;
                reasoning: number;
                total: number;
            };
            /** @description Credits as a decimal string with nine decimals */
            credits: string;
            latency_ms: components["schemas"]["LatencyPercentiles"];
            first_token_ms: {
                p50: number;
                p90: number;
                p95: number;
                p99: number;
            } | null;
        };
        EndpointUsage: {
            endpoint: string;
            requests: number;
            /** @description Answered in full, replays included, errors that were replayed not */
            succeeded: number;
            /** @description Failed or broke off after dispatch */
            failed: number;
            /** @description Refused before anything was sent */
            refused: number;
            /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
            faults: number;
            success_rate: number | null;
            /** @description By kind; kinds never overlap */
            tokens: {
                input: number;
                cache_read: number;
                cache_write: number;
                output: number;
                reasoning: number;
                total: number;
            };
            /** @description Credits as a decimal string with nine decimals */
            credits: string;
            latency_ms: components["schemas"]["LatencyPercentiles"];
            first_token_ms: {
                p50: number;
                p90: number;
                p95: number;
                p99: number;
            } | null;
        };
        ErrorUsage: {
            code: string;
            status: number;
            requests: number;
        };
        ImplausibleUsageOut: {
            provider: string;
            /** @description The exact public id */
            model: string;
            /** @description The newest such report, by dimension */
            reported: {
                [key: string]: number;
            };
            /** @description The public id of the request that it is about */
            request: string;
            /** Format: date-time */
            first_at: string;
            /** Format: date-time */
            last_at: string;
        };
        HeldOwnerOut: {
            user_id: string;
            user_email: components["schemas"]["UserEmail"];
            /** @description The exact public id; null where the model has gone */
            model: string | null;
            /** @description The most tokens counted for each token of the bound */
            ratio: number;
            /** @description The most tokens counted above the bound */
            excess: number;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            last_at: string;
        };
        GoneModelOut: {
            provider: string;
            /** @description The exact public id */
            model: string;
            credential: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            first_at: string;
            /** Format: date-time */
            last_at: string;
        };
        HoldKind: "call" | "async" | "video";
        UsageMetrics: {
            requests: number;
            /** @description Answered in full, replays included, errors that were replayed not */
            succeeded: number;
            /** @description Failed or broke off after dispatch */
            failed: number;
            /** @description Refused before anything was sent */
            refused: number;
            /** @description Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off */
            faults: number;
            success_rate: number | null;
            /** @description By kind; kinds never overlap */
            tokens: {
                input: number;
                cache_read: number;
                cache_write: number;
                output: number;
                reasoning: number;
                total: number;
            };
            /** @description Credits as a decimal string with nine decimals */
            credits: string;
        };
        /** @description Credits above 0 as a decimal string, such as "12.5"; at most nine decimals */
        CreditsInput: string;
        KeyStatus: "active" | "suspended" | "expired";
        ReasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
        LimitsOut: {
            requests_per_minute: number | null;
            tokens_per_minute: number | null;
            concurrent_requests: number | null;
            credits_per_day: string | null;
            credits_per_month: string | null;
            output_tokens_per_request: number | null;
        };
        /** @description One line of visible text */
        NameText: string;
        /** Format: email */
        EmailText: string;
        CreditsOut: {
            available: string;
            reserved: string;
            granted: string;
            consumed: string;
            revoked: string;
            expired: string;
        };
        RoleName: "owner" | "operator" | "finance" | "viewer";
        AdministratorSource: "local" | "oidc";
        HTTPValidationError: {
            detail: {
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
        };
    };
    responses: {
        /** @description `invalid_path`, `invalid_header` */
        Refused400a: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `request_timeout` */
        Refused408: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `target_too_long` */
        Refused414: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limit_exceeded` */
        Refused429: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `headers_too_large` */
        Refused431: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error` */
        Refused500: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `service_crashed` */
        Refused502: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `overloaded`, `service_unavailable` */
        Refused503b: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `service_timeout` */
        Refused504: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_json`, `invalid_path`, `invalid_header`, `json_too_deep` */
        Refused400g: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_credentials` */
        Refused401b: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large` */
        Refused413: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type` */
        Refused415: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A field is missing or does not fit; `loc` says which. */
        Validation: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": [
                 *         {
                 *           "loc": [
                 *             "body",
                 *             "name"
                 *           ],
                 *           "msg": "is required",
                 *           "type": "required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["HTTPValidationError"];
            };
        };
        /** @description `cross_site_request` */
        Refused403d: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found` */
        Refused404a: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `overloaded`, `service_unavailable`, `sign_in_unavailable` */
        Refused503g: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `sign_in_refused` */
        Refused403e: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthenticated` */
        Refused401c: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthenticated`, `invalid_credentials` */
        Refused401d: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `conflict` */
        Refused409a: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `cross_site_request`, `role_required` */
        Refused403f: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_json`, `invalid_path`, `invalid_header`, `invalid_idempotency_key`, `json_too_deep` */
        Refused400h: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `conflict`, `idempotency_key_mismatch`, `idempotency_result_not_stored` */
        Refused409d: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `conflict`, `idempotency_key_mismatch` */
        Refused409e: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_key_mismatch` */
        Refused409f: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of this request: yours, or one of ours. */
        "X-Request-ID": string;
        /** @description Whether the same request may be sent again. */
        "X-Should-Retry": "true" | "false";
        /** @description Seconds to wait. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getApiRuntimeConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "product": "Tollgate",
                     *       "api_version": "0.1.0",
                     *       "inference_path": "/v1",
                     *       "docs_path": "/api/docs",
                     *       "openapi_path": "/api/openapi.json",
                     *       "password_characters_min": "10",
                     *       "setup_token_required": true
                     *     }
                     */
                    "application/json": components["schemas"]["RuntimeConfig"];
                };
            };
            400: components["responses"]["Refused400a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformLoginRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "<access token>",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0,
                     *       "administrator": {
                     *         "id": "adm_01jd0000000000000000000000",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "role": "owner",
                     *         "rights": "read",
                     *         "source": "local",
                     *         "created_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformAuthOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401b"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAuthMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "password": true,
                     *       "oidc": {
                     *         "name": "Ada"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignInMethodsOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformAuthOidcStart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SignInStart"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authorization_url": "https://login.example.com/authorize"
                     *     }
                     */
                    "application/json": components["schemas"]["SignInStartOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            403: components["responses"]["Refused403d"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503g"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAuthOidcCallback: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                iss?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in: a page that goes on to the console, with the cookie of the session. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["Refused400a"];
            403: components["responses"]["Refused403e"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503g"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAuthMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "role": "owner",
                     *       "rights": "read",
                     *       "source": "local",
                     *       "created_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformAdministratorOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400a"];
            403: components["responses"]["Refused403d"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformAuthChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse battery staple",
                 *       "new_password": "another horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChangeRequest"];
            };
        };
        responses: {
            /** @description Done; there is nothing to show. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401d"];
            403: components["responses"]["Refused403d"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAdministrators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "adm_01jd0000000000000000000000",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "role": "owner",
                     *         "source": "local",
                     *         "status": "active",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_seen_at": "2026-12-31T00:00:00Z",
                     *         "password_changed_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AdministratorOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformAdministrators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "name": "Grace",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["AdministratorCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "adm_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "role": "owner",
                     *       "source": "local",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdministratorOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    deleteApiPlatformAdministratorsByAdministratorId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example adm_01jd0000000000000000000000 */
                administrator_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    patchApiPlatformAdministratorsByAdministratorId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example adm_01jd0000000000000000000000 */
                administrator_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "disabled",
                 *       "reason": "left"
                 *     }
                 */
                "application/json": components["schemas"]["AdministratorUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "adm_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "role": "owner",
                     *       "source": "local",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdministratorOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsers: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
                search?: string;
                status?: components["schemas"]["UserStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "usr_01jd0000000000000000000000",
                     *         "organization_id": "usr_01jd0000000000000000000000",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "status": "active",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_seen_at": "2026-12-31T00:00:00Z",
                     *         "password_changed_at": "2026-12-31T00:00:00Z",
                     *         "max_output_tokens": 0,
                     *         "limits": {
                     *           "requests_per_minute": 0,
                     *           "tokens_per_minute": 0,
                     *           "concurrent_requests": 0,
                     *           "credits_per_day": "5.000000000",
                     *           "credits_per_month": "100.000000000",
                     *           "output_tokens_per_request": 0
                     *         },
                     *         "uplift_bp": 0,
                     *         "credits": {
                     *           "available": "12.500000000",
                     *           "reserved": "12.500000000",
                     *           "granted": "12.500000000",
                     *           "consumed": "12.500000000",
                     *           "revoked": "12.500000000",
                     *           "expired": "12.500000000"
                     *         },
                     *         "spent_30_days": "12.500000000"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformUserOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "name": "Grace",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformUserCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_01jd0000000000000000000000",
                     *       "organization_id": "usr_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z",
                     *       "max_output_tokens": 0,
                     *       "limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "uplift_bp": 0,
                     *       "credits": {
                     *         "available": "12.500000000",
                     *         "reserved": "12.500000000",
                     *         "granted": "12.500000000",
                     *         "consumed": "12.500000000",
                     *         "revoked": "12.500000000",
                     *         "expired": "12.500000000"
                     *       },
                     *       "spent_30_days": "12.500000000"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformUserOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformUsersByUserIdPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["PasswordLinkCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "invitation",
                     *       "link": "https://ai.example.com/console/welcome#ttttttttttttttttttttttttttttttttttttttttttt",
                     *       "expires_at": "2030-01-01T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PasswordLinkOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    patchApiPlatformUsersByUserId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformOrganizationUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_01jd0000000000000000000000",
                     *       "organization_id": "usr_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z",
                     *       "max_output_tokens": 0,
                     *       "limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "uplift_bp": 0,
                     *       "credits": {
                     *         "available": "12.500000000",
                     *         "reserved": "12.500000000",
                     *         "granted": "12.500000000",
                     *         "consumed": "12.500000000",
                     *         "revoked": "12.500000000",
                     *         "expired": "12.500000000"
                     *       },
                     *       "spent_30_days": "12.500000000"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformUserOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    patchApiPlatformUsersByUserIdStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "active"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformOrganizationStatus"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_01jd0000000000000000000000",
                     *       "organization_id": "usr_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z",
                     *       "max_output_tokens": 0,
                     *       "limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "uplift_bp": 0,
                     *       "credits": {
                     *         "available": "12.500000000",
                     *         "reserved": "12.500000000",
                     *         "granted": "12.500000000",
                     *         "consumed": "12.500000000",
                     *         "revoked": "12.500000000",
                     *         "expired": "12.500000000"
                     *       },
                     *       "spent_30_days": "12.500000000"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformUserOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    putApiPlatformUsersByUserIdLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "requests_per_minute": 600,
                 *       "credits_per_day": "10"
                 *     }
                 */
                "application/json": components["schemas"]["LimitsIn"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "organization_id": "usr_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z",
                     *       "max_output_tokens": 0,
                     *       "limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "uplift_bp": 0,
                     *       "credits": {
                     *         "available": "12.500000000",
                     *         "reserved": "12.500000000",
                     *         "granted": "12.500000000",
                     *         "consumed": "12.500000000",
                     *         "revoked": "12.500000000",
                     *         "expired": "12.500000000"
                     *       },
                     *       "spent_30_days": "12.500000000"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformUserOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsersByUserIdKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "key_01jd0000000000000000000000",
                     *         "name": "Ada",
                     *         "mode": "live",
                     *         "prefix": "svc_live_Ab12",
                     *         "last_four": "wxYZ",
                     *         "status": "active",
                     *         "suspended_by": "user",
                     *         "expires_at": "2030-01-01T00:00:00Z",
                     *         "default_reasoning_effort": "none",
                     *         "max_output_tokens": 0,
                     *         "models": [
                     *           "sandbox/echo"
                     *         ],
                     *         "limits": {
                     *           "requests_per_minute": 0,
                     *           "tokens_per_minute": 0,
                     *           "concurrent_requests": 0,
                     *           "credits_per_day": "5.000000000",
                     *           "credits_per_month": "100.000000000",
                     *           "output_tokens_per_request": 0
                     *         },
                     *         "platform_limits": {
                     *           "requests_per_minute": 0,
                     *           "tokens_per_minute": 0,
                     *           "concurrent_requests": 0,
                     *           "credits_per_day": "5.000000000",
                     *           "credits_per_month": "100.000000000",
                     *           "output_tokens_per_request": 0
                     *         },
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_used_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKeyOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformUsersByUserIdKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key, one API key is created: the repeat is refused with its id. */
                "idempotency-key"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "issued key",
                 *       "mode": "test"
                 *     }
                 */
                "application/json": components["schemas"]["SimpleApiKeyCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jd0000000000000000000000",
                     *       "name": "Ada",
                     *       "mode": "live",
                     *       "prefix": "svc_live_Ab12",
                     *       "last_four": "wxYZ",
                     *       "status": "active",
                     *       "suspended_by": "user",
                     *       "expires_at": "2030-01-01T00:00:00Z",
                     *       "default_reasoning_effort": "none",
                     *       "max_output_tokens": 0,
                     *       "models": [
                     *         "sandbox/echo"
                     *       ],
                     *       "limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "platform_limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_used_at": "2026-12-31T00:00:00Z",
                     *       "secret": "<shown once>"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            400: components["responses"]["Refused400h"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409d"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformKeysFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "svc_live_Ab12…wxYZ"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformKeySought"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01jd0000000000000000000000",
                     *           "name": "Ada",
                     *           "mode": "live",
                     *           "prefix": "svc_live_Ab12",
                     *           "last_four": "wxYZ",
                     *           "status": "active",
                     *           "suspended_by": "user",
                     *           "expires_at": "2030-01-01T00:00:00Z",
                     *           "default_reasoning_effort": "none",
                     *           "max_output_tokens": 0,
                     *           "models": [
                     *             "sandbox/echo"
                     *           ],
                     *           "limits": {
                     *             "requests_per_minute": 0,
                     *             "tokens_per_minute": 0,
                     *             "concurrent_requests": 0,
                     *             "credits_per_day": "5.000000000",
                     *             "credits_per_month": "100.000000000",
                     *             "output_tokens_per_request": 0
                     *           },
                     *           "platform_limits": {
                     *             "requests_per_minute": 0,
                     *             "tokens_per_minute": 0,
                     *             "concurrent_requests": 0,
                     *             "credits_per_day": "5.000000000",
                     *             "credits_per_month": "100.000000000",
                     *             "output_tokens_per_request": 0
                     *           },
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "last_used_at": "2026-12-31T00:00:00Z",
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformKeyFound"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403d"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    putApiPlatformUsersByUserIdKeysByKeyIdLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
                /** @example key_01jd0000000000000000000000 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "concurrent_requests": 20
                 *     }
                 */
                "application/json": components["schemas"]["LimitsIn"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "name": "Ada",
                     *       "mode": "live",
                     *       "prefix": "svc_live_Ab12",
                     *       "last_four": "wxYZ",
                     *       "status": "active",
                     *       "suspended_by": "user",
                     *       "expires_at": "2030-01-01T00:00:00Z",
                     *       "default_reasoning_effort": "none",
                     *       "max_output_tokens": 0,
                     *       "models": [
                     *         "sandbox/echo"
                     *       ],
                     *       "limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "platform_limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_used_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformUsersByUserIdKeysByKeyIdByAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
                /** @example key_01jd0000000000000000000000 */
                key_id: string;
                /** @example suspend */
                action: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "leaked"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformKeyAction"] | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jd0000000000000000000000",
                     *       "name": "Ada",
                     *       "mode": "live",
                     *       "prefix": "svc_live_Ab12",
                     *       "last_four": "wxYZ",
                     *       "status": "active",
                     *       "suspended_by": "user",
                     *       "expires_at": "2030-01-01T00:00:00Z",
                     *       "default_reasoning_effort": "none",
                     *       "max_output_tokens": 0,
                     *       "models": [
                     *         "sandbox/echo"
                     *       ],
                     *       "limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "platform_limits": {
                     *         "requests_per_minute": 0,
                     *         "tokens_per_minute": 0,
                     *         "concurrent_requests": 0,
                     *         "credits_per_day": "5.000000000",
                     *         "credits_per_month": "100.000000000",
                     *         "output_tokens_per_request": 0
                     *       },
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_used_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsersByUserIdModels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "model_id": "mdl_01jd0000000000000000000000",
                     *         "public_id": "req_01jd0000000000000000000000",
                     *         "routable": true,
                     *         "enabled": true,
                     *         "uplift_bp": 0,
                     *         "uplift_source": "model",
                     *         "list_prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "user_prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "long_context": [
                     *           {
                     *             "above_input_tokens": 0,
                     *             "list_prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             },
                     *             "user_prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformUserModelOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    putApiPlatformUsersByUserIdModelsByModelIdPricing: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
                /** @example mdl_01jd0000000000000000000000 */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uplift_bp": 500
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationPriceUplift"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model_id": "mdl_01jd0000000000000000000000",
                     *       "public_id": "req_01jd0000000000000000000000",
                     *       "routable": true,
                     *       "enabled": true,
                     *       "uplift_bp": 0,
                     *       "uplift_source": "model",
                     *       "list_prices": {
                     *         "input": "0.5",
                     *         "cache_read": "0.05",
                     *         "cache_write": "0.625",
                     *         "output": "1.5",
                     *         "reasoning": "1.5",
                     *         "request": "0.001",
                     *         "image": "0.01",
                     *         "second": "0.02"
                     *       },
                     *       "user_prices": {
                     *         "input": "0.5",
                     *         "cache_read": "0.05",
                     *         "cache_write": "0.625",
                     *         "output": "1.5",
                     *         "reasoning": "1.5",
                     *         "request": "0.001",
                     *         "image": "0.01",
                     *         "second": "0.02"
                     *       },
                     *       "long_context": [
                     *         {
                     *           "above_input_tokens": 0,
                     *           "list_prices": {
                     *             "input": "0.5",
                     *             "cache_read": "0.05",
                     *             "cache_write": "0.625",
                     *             "output": "1.5",
                     *             "reasoning": "1.5",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           },
                     *           "user_prices": {
                     *             "input": "0.5",
                     *             "cache_read": "0.05",
                     *             "cache_write": "0.625",
                     *             "output": "1.5",
                     *             "reasoning": "1.5",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformUserModelOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    putApiPlatformUsersByUserIdPricingUplift: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uplift_bp": 1500,
                 *       "reason": "reseller"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationPriceUplift"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "model_id": "mdl_01jd0000000000000000000000",
                     *         "public_id": "req_01jd0000000000000000000000",
                     *         "routable": true,
                     *         "enabled": true,
                     *         "uplift_bp": 0,
                     *         "uplift_source": "model",
                     *         "list_prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "user_prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "long_context": [
                     *           {
                     *             "above_input_tokens": 0,
                     *             "list_prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             },
                     *             "user_prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformUserModelOut"][];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsersByUserIdCreditGrants: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
            };
            header?: never;
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "grt_01jd0000000000000000000000",
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "amount": "12.500000000",
                     *         "remaining": "12.500000000",
                     *         "revoked": "12.500000000",
                     *         "expired": "12.500000000",
                     *         "reason": "First order",
                     *         "expires_at": "2030-01-01T00:00:00Z",
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformCreditGrantOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformUsersByUserIdCreditGrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key, the credit is granted once. */
                "idempotency-key"?: string;
            };
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "25",
                 *       "reason": "welcome"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformCreditGrantCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "grt_01jd0000000000000000000000",
                     *       "user_id": "usr_01jd0000000000000000000000",
                     *       "amount": "12.500000000",
                     *       "remaining": "12.500000000",
                     *       "revoked": "12.500000000",
                     *       "expired": "12.500000000",
                     *       "reason": "First order",
                     *       "expires_at": "2030-01-01T00:00:00Z",
                     *       "created_by": "adm_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformCreditGrantOut"];
                };
            };
            400: components["responses"]["Refused400h"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409e"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformCreditGrantsByGrantIdRevoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key, the credit is taken back once. */
                "idempotency-key"?: string;
            };
            path: {
                /** @example grt_01jd0000000000000000000000 */
                grant_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": "5",
                 *       "reason": "by mistake"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformCreditRevoke"] | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revoked": "12.500000000",
                     *       "grant": {
                     *         "id": "grt_01jd0000000000000000000000",
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "amount": "12.500000000",
                     *         "remaining": "12.500000000",
                     *         "revoked": "12.500000000",
                     *         "expired": "12.500000000",
                     *         "reason": "First order",
                     *         "expires_at": "2030-01-01T00:00:00Z",
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformCreditRevokeOut"];
                };
            };
            400: components["responses"]["Refused400h"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409e"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsersByUserIdCreditTransactions: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
            };
            header?: never;
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "txn_01jd0000000000000000000000",
                     *         "type": "settle",
                     *         "available_change": "12.500000000",
                     *         "reserved_change": "12.500000000",
                     *         "consumed_change": "12.500000000",
                     *         "grant_id": "grt_01jd0000000000000000000000",
                     *         "operation_id": "op_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "actor": "adm_01jd0000000000000000000000"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformCreditTransactionOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformCreditTransactions: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
                moved_by?: "grants" | "requests";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "txn_01jd0000000000000000000000",
                     *         "type": "settle",
                     *         "available_change": "12.500000000",
                     *         "reserved_change": "12.500000000",
                     *         "consumed_change": "12.500000000",
                     *         "grant_id": "grt_01jd0000000000000000000000",
                     *         "operation_id": "op_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "actor": "adm_01jd0000000000000000000000",
                     *         "user_email": "ada@example.com"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformCreditMovementOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformLedgerVerify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "unchecked_since": "2026-12-31T00:00:00Z",
                     *       "checks": [
                     *         {
                     *           "id": "01jd0000000000000000000000",
                     *           "invariant": "wallet_adds_up",
                     *           "ok": true,
                     *           "violations": [
                     *             null
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformLedgerVerification"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformLosses: {
        parameters: {
            query?: {
                days?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "user_email": "ada@example.com",
                     *         "known": "12.500000000",
                     *         "at_most": "12.500000000",
                     *         "count": 0,
                     *         "covered": "12.500000000",
                     *         "covered_count": 0,
                     *         "last_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformLossOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformVideos: {
        parameters: {
            query?: {
                state?: "queued" | "submitting" | "working" | "indeterminate";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "video_id": "vid_01jd0000000000000000000000",
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "user_email": "ada@example.com",
                     *         "key_id": "key_01jd0000000000000000000000",
                     *         "key_name": "production",
                     *         "mode": "live",
                     *         "request_id": "req_01jd0000000000000000000000",
                     *         "model": "sandbox/echo",
                     *         "state": "queued",
                     *         "tries": 0,
                     *         "job": "purge-operations",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "submitted_at": "2026-12-31T00:00:00Z",
                     *         "due_at": "2026-12-31T00:00:00Z",
                     *         "gives_up_at": "2026-12-31T00:00:00Z",
                     *         "held_credits": "12.500000000"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformVideoOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformVideosByVideoIdEnd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example vid_01jd0000000000000000000000 */
                video_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["PlatformVideoEnd"] | null;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "video_id": "vid_01jd0000000000000000000000",
                     *       "user_id": "usr_01jd0000000000000000000000",
                     *       "user_email": "ada@example.com",
                     *       "key_id": "key_01jd0000000000000000000000",
                     *       "key_name": "production",
                     *       "mode": "live",
                     *       "request_id": "req_01jd0000000000000000000000",
                     *       "model": "sandbox/echo",
                     *       "state": "queued",
                     *       "tries": 0,
                     *       "job": "purge-operations",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "submitted_at": "2026-12-31T00:00:00Z",
                     *       "due_at": "2026-12-31T00:00:00Z",
                     *       "gives_up_at": "2026-12-31T00:00:00Z",
                     *       "held_credits": "12.500000000"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformVideoOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAuditEvents: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
                action?: string;
                user_id?: components["schemas"]["UserFilter"];
                actor_id?: string;
                date_from?: string;
                date_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "aud_01jd0000000000000000000000",
                     *         "at": "2026-12-31T00:00:00Z",
                     *         "actor": {
                     *           "kind": "administrator",
                     *           "id": "adm_01jd0000000000000000000000",
                     *           "label": "ada@example.com"
                     *         },
                     *         "action": "suspend",
                     *         "target": {
                     *           "kind": "user",
                     *           "id": "usr_01jd0000000000000000000000",
                     *           "label": "OpenAI-compatible"
                     *         },
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "user_email": "ada@example.com",
                     *         "request_id": "req_01jd0000000000000000000000",
                     *         "address": "203.0.113.7",
                     *         "details": {},
                     *         "seq": "1",
                     *         "previous_hash": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                     *         "hash": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditEventOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAuditEventsVerify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "events": 0,
                     *       "anchor": {
                     *         "seq": "1",
                     *         "hash": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                     *         "at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "head": {
                     *         "seq": "1",
                     *         "hash": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                     *       },
                     *       "broken": {
                     *         "seq": "1",
                     *         "id": "aud_01jd0000000000000000000000",
                     *         "fault": "content"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformExportsAuditEventsCsv: {
        parameters: {
            query?: {
                action?: string;
                user_id?: components["schemas"]["UserFilter"];
                actor_id?: string;
                date_from?: string;
                date_to?: string;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table (RFC 4180) with a header line, streamed; gzip when the caller takes it. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example seq,id,at,actor_kind,actor_id,actor_label,action,target_kind,target_id,user_id,request_id,address,details,previous_hash,hash,user_email,target_label */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsageSummary: {
        parameters: {
            query?: {
                mode?: components["schemas"]["ModeFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "today": {
                     *         "requests": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "refused": 0,
                     *         "faults": 0,
                     *         "success_rate": 0,
                     *         "tokens": {
                     *           "input": 0,
                     *           "cache_read": 0,
                     *           "cache_write": 0,
                     *           "output": 0,
                     *           "reasoning": 0,
                     *           "total": 0
                     *         },
                     *         "credits": "0.000052500"
                     *       },
                     *       "last_7_days": {
                     *         "requests": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "refused": 0,
                     *         "faults": 0,
                     *         "success_rate": 0,
                     *         "tokens": {
                     *           "input": 0,
                     *           "cache_read": 0,
                     *           "cache_write": 0,
                     *           "output": 0,
                     *           "reasoning": 0,
                     *           "total": 0
                     *         },
                     *         "credits": "0.000052500"
                     *       },
                     *       "last_30_days": {
                     *         "requests": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "refused": 0,
                     *         "faults": 0,
                     *         "success_rate": 0,
                     *         "tokens": {
                     *           "input": 0,
                     *           "cache_read": 0,
                     *           "cache_write": 0,
                     *           "output": 0,
                     *           "reasoning": 0,
                     *           "total": 0
                     *         },
                     *         "credits": "0.000052500"
                     *       },
                     *       "ever": {
                     *         "requests": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "refused": 0,
                     *         "faults": 0,
                     *         "success_rate": 0,
                     *         "tokens": {
                     *           "input": 0,
                     *           "cache_read": 0,
                     *           "cache_write": 0,
                     *           "output": 0,
                     *           "reasoning": 0,
                     *           "total": 0
                     *         },
                     *         "credits": "0.000052500"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UsageSummaryOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsageSessions: {
        parameters: {
            query?: {
                days?: number;
                mode?: components["schemas"]["ModeFilter"];
                session_id?: string;
                limit?: number;
                organization_id?: components["schemas"]["UserFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 0,
                     *       "from": "2026-12-31T00:00:00Z",
                     *       "until": "2026-12-31T00:00:00Z",
                     *       "data": [
                     *         {
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "session_id": "b5b7e8c0-0000-7000-8000-000000000000",
                     *           "first_at": "2026-12-31T00:00:00Z",
                     *           "last_at": "2026-12-31T00:00:00Z",
                     *           "requests": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformSessionsOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformStanding: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 0,
                     *       "from": "2026-12-31T00:00:00Z",
                     *       "until": "2026-12-31T00:00:00Z",
                     *       "margin": {
                     *         "uplifts": "12.500000000",
                     *         "losses": "12.500000000",
                     *         "losses_at_most": "12.500000000",
                     *         "least": "12.500000000",
                     *         "most": "12.500000000"
                     *       },
                     *       "oldest_hold": {
                     *         "operation_id": "op_01jd0000000000000000000000",
                     *         "user_id": "usr_01jd0000000000000000000000",
                     *         "kind": "call",
                     *         "held": "0.024600000",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "age_seconds": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformStandingOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformUsageAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "implausible": [
                     *         {
                     *           "provider": "demo",
                     *           "model": "sandbox/echo",
                     *           "reported": {},
                     *           "request": "0.001",
                     *           "first_at": "2026-12-31T00:00:00Z",
                     *           "last_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "held_at_worst": [
                     *         {
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "model": "sandbox/echo",
                     *           "ratio": 0,
                     *           "excess": 0,
                     *           "since": "2026-12-31T00:00:00Z",
                     *           "last_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "gone": [
                     *         {
                     *           "provider": "demo",
                     *           "model": "sandbox/echo",
                     *           "credential": {
                     *             "id": "01jd0000000000000000000000",
                     *             "name": "Ada"
                     *           },
                     *           "first_at": "2026-12-31T00:00:00Z",
                     *           "last_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageAlarmsOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformDashboard: {
        parameters: {
            query?: {
                days?: number;
                organization_id?: components["schemas"]["UserFilter"];
                mode?: components["schemas"]["ModeFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 0,
                     *       "from": "2026-12-31T00:00:00Z",
                     *       "until": "2026-12-31T00:00:00Z",
                     *       "requests": 0,
                     *       "succeeded": 0,
                     *       "failed": 0,
                     *       "refused": 0,
                     *       "faults": 0,
                     *       "success_rate": 0,
                     *       "tokens": {
                     *         "input": 0,
                     *         "cache_read": 0,
                     *         "cache_write": 0,
                     *         "output": 0,
                     *         "reasoning": 0,
                     *         "total": 0
                     *       },
                     *       "credits": "0.000052500",
                     *       "latency_ms": {
                     *         "p50": 0,
                     *         "p90": 0,
                     *         "p95": 0,
                     *         "p99": 0
                     *       },
                     *       "first_token_ms": {
                     *         "p50": 0,
                     *         "p90": 0,
                     *         "p95": 0,
                     *         "p99": 0
                     *       },
                     *       "before": {
                     *         "requests": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "refused": 0,
                     *         "faults": 0,
                     *         "success_rate": 0,
                     *         "tokens": {
                     *           "input": 0,
                     *           "cache_read": 0,
                     *           "cache_write": 0,
                     *           "output": 0,
                     *           "reasoning": 0,
                     *           "total": 0
                     *         },
                     *         "credits": "0.000052500"
                     *       },
                     *       "series": [
                     *         {
                     *           "at": "2026-12-31T00:00:00Z",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "models": [
                     *         {
                     *           "model": "sandbox/echo",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "providers": [
                     *         {
                     *           "provider": "demo",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "errors": [
                     *         {
                     *           "code": "upstream_timeout",
                     *           "status": 0,
                     *           "requests": 0
                     *         }
                     *       ],
                     *       "users": [
                     *         {
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DashboardOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAnalytics: {
        parameters: {
            query?: {
                date_from?: string;
                date_to?: string;
                organization_id?: components["schemas"]["UserFilter"];
                provider?: string;
                model?: string;
                status?: string;
                mode?: "live" | "test" | "all";
                team_id?: string;
                user_id?: components["schemas"]["UserFilter"];
                endpoint?: string;
                api_key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-12-31T00:00:00Z",
                     *       "until": "2026-12-31T00:00:00Z",
                     *       "step": "hour",
                     *       "requests": 0,
                     *       "succeeded": 0,
                     *       "failed": 0,
                     *       "refused": 0,
                     *       "faults": 0,
                     *       "success_rate": 0,
                     *       "tokens": {
                     *         "input": 0,
                     *         "cache_read": 0,
                     *         "cache_write": 0,
                     *         "output": 0,
                     *         "reasoning": 0,
                     *         "total": 0
                     *       },
                     *       "credits": "0.000052500",
                     *       "latency_ms": {
                     *         "p50": 0,
                     *         "p90": 0,
                     *         "p95": 0,
                     *         "p99": 0
                     *       },
                     *       "first_token_ms": {
                     *         "p50": 0,
                     *         "p90": 0,
                     *         "p95": 0,
                     *         "p99": 0
                     *       },
                     *       "outcomes": {},
                     *       "series": [
                     *         {
                     *           "at": "2026-12-31T00:00:00Z",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "providers": [
                     *         {
                     *           "provider": "demo",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "models": [
                     *         {
                     *           "model": "sandbox/echo",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "endpoints": [
                     *         {
                     *           "endpoint": "POST /v1/chat/completions",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "statuses": [
                     *         {
                     *           "status": 0,
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           },
                     *           "first_token_ms": {
                     *             "p50": 0,
                     *             "p90": 0,
                     *             "p95": 0,
                     *             "p99": 0
                     *           }
                     *         }
                     *       ],
                     *       "errors": [
                     *         {
                     *           "code": "upstream_timeout",
                     *           "status": 0,
                     *           "requests": 0
                     *         }
                     *       ],
                     *       "users": [
                     *         {
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500"
                     *         }
                     *       ],
                     *       "keys": [
                     *         {
                     *           "api_key_id": "key_01jd0000000000000000000000",
                     *           "requests": 0,
                     *           "succeeded": 0,
                     *           "failed": 0,
                     *           "refused": 0,
                     *           "faults": 0,
                     *           "success_rate": 0,
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0,
                     *             "total": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "key_name": "production",
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalyticsOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAnalyticsCsv: {
        parameters: {
            query?: {
                date_from?: string;
                date_to?: string;
                organization_id?: components["schemas"]["UserFilter"];
                provider?: string;
                model?: string;
                status?: string;
                mode?: "live" | "test" | "all";
                team_id?: string;
                user_id?: components["schemas"]["UserFilter"];
                endpoint?: string;
                api_key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table (RFC 4180) with a header line, streamed; gzip when the caller takes it. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example section,name,requests,succeeded,failed,refused,faults,success_rate,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,reasoning_tokens,credits,latency_p50_ms,latency_p95_ms,latency_p99_ms,first_token_p50_ms,first_token_p95_ms,first_token_p99_ms,user_email,key_name */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformRequests: {
        parameters: {
            query?: {
                organization_id?: components["schemas"]["UserFilter"];
                provider?: string;
                model?: string;
                status?: string;
                mode?: "live" | "test" | "all";
                session_id?: string;
                request_id?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "public_id": "req_01jd0000000000000000000000",
                     *           "request_id": "req_01jd0000000000000000000000",
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "api_key_id": "key_01jd0000000000000000000000",
                     *           "mode": "live",
                     *           "endpoint": "POST /v1/chat/completions",
                     *           "model_requested": "sandbox/echo",
                     *           "provider": "demo",
                     *           "model": "sandbox/echo",
                     *           "stream": true,
                     *           "async": true,
                     *           "alias": "fast",
                     *           "status": 0,
                     *           "outcome": "served",
                     *           "error_code": "upstream_timeout",
                     *           "tokens": {
                     *             "input": 0,
                     *             "cache_read": 0,
                     *             "cache_write": 0,
                     *             "output": 0,
                     *             "reasoning": 0
                     *           },
                     *           "credits": "0.000052500",
                     *           "latency_ms": 0,
                     *           "first_token_ms": 0,
                     *           "session_id": "b5b7e8c0-0000-7000-8000-000000000000",
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "organization_id": "usr_01jd0000000000000000000000",
                     *           "key_name": "production"
                     *         }
                     *       ],
                     *       "limit": 0,
                     *       "offset": 0,
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformRequestList"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformRequestsByPublicId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example req_01jd0000000000000000000000 */
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "public_id": "req_01jd0000000000000000000000",
                     *       "request_id": "req_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "api_key_id": "key_01jd0000000000000000000000",
                     *       "mode": "live",
                     *       "endpoint": "POST /v1/chat/completions",
                     *       "model_requested": "sandbox/echo",
                     *       "provider": "demo",
                     *       "model": "sandbox/echo",
                     *       "stream": true,
                     *       "async": true,
                     *       "alias": "fast",
                     *       "status": 0,
                     *       "outcome": "served",
                     *       "error_code": "upstream_timeout",
                     *       "tokens": {
                     *         "input": 0,
                     *         "cache_read": 0,
                     *         "cache_write": 0,
                     *         "output": 0,
                     *         "reasoning": 0
                     *       },
                     *       "credits": "0.000052500",
                     *       "latency_ms": 0,
                     *       "first_token_ms": 0,
                     *       "session_id": "b5b7e8c0-0000-7000-8000-000000000000",
                     *       "attempt": 0,
                     *       "attempts": [
                     *         {
                     *           "provider": "demo",
                     *           "model": "sandbox/echo",
                     *           "hold": 0,
                     *           "failure": "The provider did not answer in time.",
                     *           "error_code": "upstream_timeout",
                     *           "upstream_status": 0,
                     *           "left_out": [
                     *             "Example"
                     *           ],
                     *           "after_ms": 0,
                     *           "took_ms": 0
                     *         }
                     *       ],
                     *       "output_policy": "managed",
                     *       "effective_max_tokens": 0,
                     *       "timings": {
                     *         "queue_ms": 0,
                     *         "upstream_ms": 0,
                     *         "first_token_ms": 0,
                     *         "total_ms": 0
                     *       },
                     *       "receipt": {
                     *         "lines": [
                     *           {
                     *             "dimension": "input",
                     *             "quantity": 0,
                     *             "unit_price": "0.000000500000"
                     *           }
                     *         ],
                     *         "usage_source": "provider",
                     *         "price_version_id": "prc_01jd0000000000000000000000",
                     *         "uplift_bp": 0,
                     *         "cost": "0.000052500",
                     *         "held": "0.024600000",
                     *         "charged": "0.000052500"
                     *       },
                     *       "user_id": "usr_01jd0000000000000000000000",
                     *       "user_email": "ada@example.com",
                     *       "organization_id": "usr_01jd0000000000000000000000",
                     *       "key_name": "production",
                     *       "operation_id": "op_01jd0000000000000000000000",
                     *       "reported_usage": {},
                     *       "usage_suspect": "implausible",
                     *       "ledger": [
                     *         {
                     *           "attempt": 0,
                     *           "state": "done",
                     *           "held": "0.024600000",
                     *           "charged": "0.000052500",
                     *           "close_reason": "settled",
                     *           "price_version_id": "prc_01jd0000000000000000000000",
                     *           "uplift_bp": 0,
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "closed_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "ledger_entries": [
                     *         {
                     *           "id": "txn_01jd0000000000000000000000",
                     *           "attempt": 0,
                     *           "type": "settle",
                     *           "available_change": "12.500000000",
                     *           "reserved_change": "12.500000000",
                     *           "consumed_change": "12.500000000",
                     *           "created_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformRequestDetail"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformExportsRequestsCsv: {
        parameters: {
            query?: {
                organization_id?: components["schemas"]["UserFilter"];
                provider?: string;
                model?: string;
                status?: string;
                mode?: "live" | "test" | "all";
                session_id?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table (RFC 4180) with a header line, streamed; gzip when the caller takes it. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example cursor,public_id,request_id,created_at,user_id,api_key_id,mode,endpoint,model_requested,provider,model,alias,stream,async,status,outcome,error_code,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,reasoning_tokens,credits,latency_ms,first_token_ms,attempts,session_id,user_email,key_name */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAccessEvents: {
        parameters: {
            query?: {
                organization_id?: components["schemas"]["UserFilter"];
                status_code?: number;
                path?: string;
                limit?: number;
                offset?: number;
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "acc_01jd0000000000000000000000",
                     *           "at": "2026-12-31T00:00:00Z",
                     *           "method": "POST",
                     *           "path": "/v1/chat/completions",
                     *           "route": "POST /v1/chat/completions",
                     *           "status_code": 0,
                     *           "error_code": "upstream_timeout",
                     *           "actor": {
                     *             "kind": "administrator",
                     *             "id": "adm_01jd0000000000000000000000",
                     *             "label": "ada@example.com"
                     *           },
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "request_id": "req_01jd0000000000000000000000",
                     *           "address": "203.0.113.7",
                     *           "user_agent": "OpenAI/Python 3.57.0",
                     *           "duration_ms": 0
                     *         }
                     *       ],
                     *       "limit": 0,
                     *       "offset": 0,
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["AccessEventList"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformRetentionPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "category": "request_records",
                     *         "days": 0,
                     *         "default_days": 0,
                     *         "minimum_days": 0,
                     *         "maximum_days": 0,
                     *         "description": "The pager of the night",
                     *         "updated_at": "2026-12-31T00:00:00Z",
                     *         "updated_by": "adm_01jd0000000000000000000000"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RetentionPolicyOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    putApiPlatformRetentionPoliciesByCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example request_records */
                category: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 400
                 *     }
                 */
                "application/json": components["schemas"]["RetentionPolicyUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "category": "request_records",
                     *       "days": 0,
                     *       "default_days": 0,
                     *       "minimum_days": 0,
                     *       "maximum_days": 0,
                     *       "description": "The pager of the night",
                     *       "updated_at": "2026-12-31T00:00:00Z",
                     *       "updated_by": "adm_01jd0000000000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["RetentionPolicyOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformRetentionPurgePreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "categories": [
                 *         "request_records"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RetentionPurgeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "as_of": "2026-12-31T00:00:00Z",
                     *       "categories": [
                     *         {
                     *           "category": "request_records",
                     *           "cutoff": "2026-12-31T00:00:00Z",
                     *           "rows": "1"
                     *         }
                     *       ],
                     *       "digest": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
                     *     }
                     */
                    "application/json": components["schemas"]["RetentionPurgePreview"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformRetentionPurge: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01jd0000000000000000000000",
                     *         "object": "retention_purge",
                     *         "status": "queued",
                     *         "status_url": "/v1/async/op_01jd0000000000000000000000",
                     *         "origin": "administrator",
                     *         "as_of": "2026-12-31T00:00:00Z",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "started_at": "2026-12-31T00:00:00Z",
                     *         "finished_at": "2026-12-31T00:00:00Z",
                     *         "failure": "The provider did not answer in time.",
                     *         "categories": [
                     *           {
                     *             "category": "request_records",
                     *             "cutoff": "2026-12-31T00:00:00Z",
                     *             "rows_expected": "1",
                     *             "rows_purged": "1",
                     *             "batches": 0,
                     *             "finished_at": "2026-12-31T00:00:00Z"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RetentionPurgeOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformRetentionPurge: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this purge: sent again with the same key, it is the same purge.
                 * @example purge-2026-12
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "categories": [
                 *         "request_records"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RetentionPurgeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "object": "retention_purge",
                     *       "status": "queued",
                     *       "status_url": "/v1/async/op_01jd0000000000000000000000",
                     *       "origin": "administrator",
                     *       "as_of": "2026-12-31T00:00:00Z",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "started_at": "2026-12-31T00:00:00Z",
                     *       "finished_at": "2026-12-31T00:00:00Z",
                     *       "failure": "The provider did not answer in time.",
                     *       "categories": [
                     *         {
                     *           "category": "request_records",
                     *           "cutoff": "2026-12-31T00:00:00Z",
                     *           "rows_expected": "1",
                     *           "rows_purged": "1",
                     *           "batches": 0,
                     *           "finished_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RetentionPurgeOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409e"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformRetentionPurgeByPurgeId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prg_01jd0000000000000000000000 */
                purge_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "object": "retention_purge",
                     *       "status": "queued",
                     *       "status_url": "/v1/async/op_01jd0000000000000000000000",
                     *       "origin": "administrator",
                     *       "as_of": "2026-12-31T00:00:00Z",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "started_at": "2026-12-31T00:00:00Z",
                     *       "finished_at": "2026-12-31T00:00:00Z",
                     *       "failure": "The provider did not answer in time.",
                     *       "categories": [
                     *         {
                     *           "category": "request_records",
                     *           "cutoff": "2026-12-31T00:00:00Z",
                     *           "rows_expected": "1",
                     *           "rows_purged": "1",
                     *           "batches": 0,
                     *           "finished_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RetentionPurgeOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformQuarantine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "set_aside": 0,
                     *       "spools": [
                     *         {
                     *           "id": "spl_01jd0000000000000000000000",
                     *           "service": "inference",
                     *           "host": "inference-0",
                     *           "set_aside": 0,
                     *           "looked_at": "2026-12-31T00:00:00Z",
                     *           "put_back": {
                     *             "asked_at": "2026-12-31T00:00:00Z",
                     *             "count": 0,
                     *             "ended_at": "2026-12-31T00:00:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "decisions": [
                     *         {
                     *           "spool_id": "spl_01jd0000000000000000000000",
                     *           "at": "2026-12-31T00:00:00Z",
                     *           "kind": "settle",
                     *           "reason": "First order",
                     *           "request_id": "req_01jd0000000000000000000000",
                     *           "attempt": 0,
                     *           "user_id": "usr_01jd0000000000000000000000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantineOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformQuarantineBySpoolIdPutBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example spl_01jd0000000000000000000000 */
                spool_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["QuarantinePutBack"] | null;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "spl_01jd0000000000000000000000",
                     *       "service": "inference",
                     *       "host": "inference-0",
                     *       "set_aside": 0,
                     *       "looked_at": "2026-12-31T00:00:00Z",
                     *       "put_back": {
                     *         "asked_at": "2026-12-31T00:00:00Z",
                     *         "count": 0,
                     *         "ended_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SpoolOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformConfigurationLeases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document_sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                 *       "changes": 0
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationLeaseCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "document_sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                     *       "expires_at": "2030-01-01T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigurationLeaseOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformConfigurationLeasesByLeaseIdEnd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cfl_01jd0000000000000000000000 */
                lease_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "applied",
                 *       "changes": 0
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationLeaseEnd"];
            };
        };
        responses: {
            /** @description Done; there is nothing to show. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformProviderFamilies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "openai-compatible",
                     *         "label": "OpenAI-compatible",
                     *         "provider": "demo",
                     *         "base_url": "https://api.example.com/v1",
                     *         "credential_schema": {},
                     *         "lists_models": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProviderFamilyOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformProviderCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "cred_01jd0000000000000000000000",
                     *         "family": "openai-compatible",
                     *         "provider": "demo",
                     *         "name": "Ada",
                     *         "base_url": "https://api.example.com/v1",
                     *         "last4": "wxYZ",
                     *         "secret_version": "1",
                     *         "status": "active",
                     *         "first_byte_seconds": 0,
                     *         "total_seconds": 0,
                     *         "last_test": {
                     *           "ok": true,
                     *           "failure": "credential",
                     *           "message": "The provider did not answer in time.",
                     *           "tested_at": "2026-12-31T00:00:00Z"
                     *         },
                     *         "last_sync_at": "2026-12-31T00:00:00Z",
                     *         "last_sync": {
                     *           "state": "done",
                     *           "started_at": "2026-12-31T00:00:00Z",
                     *           "ended_at": "2026-12-31T00:00:00Z",
                     *           "discovered": 0,
                     *           "known": 0,
                     *           "ignored": 0,
                     *           "failure": "credential",
                     *           "message": "The provider did not answer in time."
                     *         },
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "updated_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProviderCredentialOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformProviderCredentials: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "family": "openai-compatible",
                 *       "provider": "example",
                 *       "name": "Example provider",
                 *       "base_url": "https://api.example.com/v1",
                 *       "credential": {
                 *         "api_key": "secret-of-the-provider"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProviderCredentialCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cred_01jd0000000000000000000000",
                     *       "family": "openai-compatible",
                     *       "provider": "demo",
                     *       "name": "Ada",
                     *       "base_url": "https://api.example.com/v1",
                     *       "last4": "wxYZ",
                     *       "secret_version": "1",
                     *       "status": "active",
                     *       "first_byte_seconds": 0,
                     *       "total_seconds": 0,
                     *       "last_test": {
                     *         "ok": true,
                     *         "failure": "credential",
                     *         "message": "The provider did not answer in time.",
                     *         "tested_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "last_sync_at": "2026-12-31T00:00:00Z",
                     *       "last_sync": {
                     *         "state": "done",
                     *         "started_at": "2026-12-31T00:00:00Z",
                     *         "ended_at": "2026-12-31T00:00:00Z",
                     *         "discovered": 0,
                     *         "known": 0,
                     *         "ignored": 0,
                     *         "failure": "credential",
                     *         "message": "The provider did not answer in time."
                     *       },
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCredentialOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformProviderHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "since": "2026-12-31T00:00:00Z",
                     *       "credentials": [
                     *         {
                     *           "id": "01jd0000000000000000000000",
                     *           "left_alone": {
                     *             "state": "paused",
                     *             "failure": "credential",
                     *             "since": "2026-12-31T00:00:00Z",
                     *             "until": "2026-12-31T00:00:00Z",
                     *             "processes": 1
                     *           },
                     *           "models": [
                     *             {
                     *               "model": "sandbox/echo",
                     *               "state": "paused",
                     *               "failure": "credential",
                     *               "since": "2026-12-31T00:00:00Z",
                     *               "until": "2026-12-31T00:00:00Z",
                     *               "processes": 1
                     *             }
                     *           ],
                     *           "tries": 0,
                     *           "failed": 0,
                     *           "last_failure": {
                     *             "failure": "credential",
                     *             "at": "2026-12-31T00:00:00Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialsHealthOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    deleteApiPlatformProviderCredentialsByCredentialId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example cred_01jd0000000000000000000000 */
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirm_name": "Example provider, renamed",
                 *       "accept_unroutable_models": true,
                 *       "reason": "contract ended"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformProviderCredentialRemoval"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cred_01jd0000000000000000000000",
                     *       "deleted": true,
                     *       "unroutable_models": [
                     *         "openai/gpt-4.1-mini"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCredentialRemoved"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    patchApiPlatformProviderCredentialsByCredentialId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example cred_01jd0000000000000000000000 */
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example provider, renamed"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformProviderCredentialUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cred_01jd0000000000000000000000",
                     *       "family": "openai-compatible",
                     *       "provider": "demo",
                     *       "name": "Ada",
                     *       "base_url": "https://api.example.com/v1",
                     *       "last4": "wxYZ",
                     *       "secret_version": "1",
                     *       "status": "active",
                     *       "first_byte_seconds": 0,
                     *       "total_seconds": 0,
                     *       "last_test": {
                     *         "ok": true,
                     *         "failure": "credential",
                     *         "message": "The provider did not answer in time.",
                     *         "tested_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "last_sync_at": "2026-12-31T00:00:00Z",
                     *       "last_sync": {
                     *         "state": "done",
                     *         "started_at": "2026-12-31T00:00:00Z",
                     *         "ended_at": "2026-12-31T00:00:00Z",
                     *         "discovered": 0,
                     *         "known": 0,
                     *         "ignored": 0,
                     *         "failure": "credential",
                     *         "message": "The provider did not answer in time."
                     *       },
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCredentialOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformProviderCredentialsByCredentialIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cred_01jd0000000000000000000000 */
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "failure": "credential",
                     *       "message": "The provider did not answer in time.",
                     *       "tested_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialTestOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformProviderCredentialsByCredentialIdSyncModels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cred_01jd0000000000000000000000 */
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "discovered": [
                     *         {
                     *           "id": "mdl_01jd0000000000000000000000",
                     *           "public_id": "req_01jd0000000000000000000000"
                     *         }
                     *       ],
                     *       "known": 0,
                     *       "ignored": 0,
                     *       "synced_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ModelSyncOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformModels: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                state?: "discovered" | "approved" | "rejected";
                provider?: string;
                family?: string;
                public_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "mdl_01jd0000000000000000000000",
                     *         "public_id": "req_01jd0000000000000000000000",
                     *         "provider": "demo",
                     *         "family": "openai-compatible",
                     *         "upstream_model": "gpt-4.1-mini",
                     *         "contract_source": "published",
                     *         "capability": "chat",
                     *         "state": "discovered",
                     *         "enabled": true,
                     *         "routable": true,
                     *         "unroutable_reason": "not_approved",
                     *         "missing_limits": [
                     *           "output_tokens"
                     *         ],
                     *         "limits": {
                     *           "context_tokens": 1,
                     *           "output_tokens": 1,
                     *           "inputs": 1,
                     *           "total_tokens": 1,
                     *           "stop_sequences": 1,
                     *           "tools": 1,
                     *           "images": 1,
                     *           "images_per_message": 1,
                     *           "documents_per_message": 1,
                     *           "image_bytes": 1
                     *         },
                     *         "dimensions": [
                     *           "input"
                     *         ],
                     *         "hard_output_tokens": 0,
                     *         "first_byte_seconds": 0,
                     *         "total_seconds": 0,
                     *         "parameter_overrides": {},
                     *         "request_contract": {},
                     *         "price": {
                     *           "id": "prc_01jd0000000000000000000000",
                     *           "model_id": "mdl_01jd0000000000000000000000",
                     *           "prices": {
                     *             "input": "0.5",
                     *             "cache_read": "0.05",
                     *             "cache_write": "0.625",
                     *             "output": "1.5",
                     *             "reasoning": "1.5",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           },
                     *           "long_context": [
                     *             {
                     *               "above_input_tokens": 1,
                     *               "prices": {
                     *                 "input": "0.5",
                     *                 "cache_read": "0.05",
                     *                 "cache_write": "0.625",
                     *                 "output": "1.5",
                     *                 "reasoning": "1.5",
                     *                 "request": "0.001",
                     *                 "image": "0.01",
                     *                 "second": "0.02"
                     *               }
                     *             }
                     *           ],
                     *           "effective_at": "2026-12-31T00:00:00Z",
                     *           "created_by": "adm_01jd0000000000000000000000",
                     *           "created_at": "2026-12-31T00:00:00Z"
                     *         },
                     *         "upcoming_prices": [
                     *           {
                     *             "id": "prc_01jd0000000000000000000000",
                     *             "model_id": "mdl_01jd0000000000000000000000",
                     *             "prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             },
                     *             "long_context": [
                     *               {
                     *                 "above_input_tokens": 1,
                     *                 "prices": {
                     *                   "input": "0.5",
                     *                   "cache_read": "0.05",
                     *                   "cache_write": "0.625",
                     *                   "output": "1.5",
                     *                   "reasoning": "1.5",
                     *                   "request": "0.001",
                     *                   "image": "0.01",
                     *                   "second": "0.02"
                     *                 }
                     *               }
                     *             ],
                     *             "effective_at": "2026-12-31T00:00:00Z",
                     *             "created_by": "adm_01jd0000000000000000000000",
                     *             "created_at": "2026-12-31T00:00:00Z"
                     *           }
                     *         ],
                     *         "discovered_at": "2026-12-31T00:00:00Z",
                     *         "updated_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformModelOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformModelsByModelIdPrices: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example mdl_01jd0000000000000000000000 */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prices": {
                 *         "input": "2.5",
                 *         "cache_read": "0.25",
                 *         "output": "10",
                 *         "reasoning": "10"
                 *       },
                 *       "long_context": [
                 *         {
                 *           "above_input_tokens": 200000,
                 *           "prices": {
                 *             "input": "5",
                 *             "output": "15"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PriceVersionCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prc_01jd0000000000000000000000",
                     *       "model_id": "mdl_01jd0000000000000000000000",
                     *       "prices": {
                     *         "input": "0.5",
                     *         "cache_read": "0.05",
                     *         "cache_write": "0.625",
                     *         "output": "1.5",
                     *         "reasoning": "1.5",
                     *         "request": "0.001",
                     *         "image": "0.01",
                     *         "second": "0.02"
                     *       },
                     *       "long_context": [
                     *         {
                     *           "above_input_tokens": 1,
                     *           "prices": {
                     *             "input": "0.5",
                     *             "cache_read": "0.05",
                     *             "cache_write": "0.625",
                     *             "output": "1.5",
                     *             "reasoning": "1.5",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           }
                     *         }
                     *       ],
                     *       "effective_at": "2026-12-31T00:00:00Z",
                     *       "created_by": "adm_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PriceVersionOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformModelsByModelIdPricesWhatIf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mdl_01jd0000000000000000000000 */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prices": {
                 *         "input": "3",
                 *         "cache_read": "0.3",
                 *         "output": "12",
                 *         "reasoning": "12"
                 *       },
                 *       "days": 30
                 *     }
                 */
                "application/json": components["schemas"]["PriceWhatIfRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-12-31T00:00:00Z",
                     *       "until": "2026-12-31T00:00:00Z",
                     *       "requests": 0,
                     *       "charged": "0.000052500",
                     *       "cost_before": "12.500000000",
                     *       "cost_after": "12.500000000",
                     *       "difference": "12.500000000",
                     *       "unpriced_requests": 0,
                     *       "users": [
                     *         {
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "requests": 0,
                     *           "charged": "0.000052500",
                     *           "cost_before": "12.500000000",
                     *           "cost_after": "12.500000000",
                     *           "difference": "12.500000000"
                     *         }
                     *       ],
                     *       "models": [
                     *         {
                     *           "model": "sandbox/echo",
                     *           "requests": 0,
                     *           "charged": "0.000052500",
                     *           "cost_before": "12.500000000",
                     *           "cost_after": "12.500000000",
                     *           "difference": "12.500000000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WhatIfOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformUsersByUserIdPricingUpliftWhatIf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01jd0000000000000000000000 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uplift_bp": 2000,
                 *       "days": 30
                 *     }
                 */
                "application/json": components["schemas"]["UpliftWhatIfRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-12-31T00:00:00Z",
                     *       "until": "2026-12-31T00:00:00Z",
                     *       "requests": 0,
                     *       "charged": "0.000052500",
                     *       "cost_before": "12.500000000",
                     *       "cost_after": "12.500000000",
                     *       "difference": "12.500000000",
                     *       "unpriced_requests": 0,
                     *       "users": [
                     *         {
                     *           "user_id": "usr_01jd0000000000000000000000",
                     *           "user_email": "ada@example.com",
                     *           "requests": 0,
                     *           "charged": "0.000052500",
                     *           "cost_before": "12.500000000",
                     *           "cost_after": "12.500000000",
                     *           "difference": "12.500000000"
                     *         }
                     *       ],
                     *       "models": [
                     *         {
                     *           "model": "sandbox/echo",
                     *           "requests": 0,
                     *           "charged": "0.000052500",
                     *           "cost_before": "12.500000000",
                     *           "cost_after": "12.500000000",
                     *           "difference": "12.500000000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WhatIfOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformModelsByModelIdPricingResearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mdl_01jd0000000000000000000000 */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["PriceResearchRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model_id": "mdl_01jd0000000000000000000000",
                     *       "researched_at": "2026-12-31T00:00:00Z",
                     *       "current": {
                     *         "input": "0.5",
                     *         "cache_read": "0.05",
                     *         "cache_write": "0.625",
                     *         "output": "1.5",
                     *         "reasoning": "1.5",
                     *         "request": "0.001",
                     *         "image": "0.01",
                     *         "second": "0.02"
                     *       },
                     *       "suggestions": [
                     *         {
                     *           "source": {
                     *             "name": "Ada",
                     *             "version": "0.1.0",
                     *             "provider": "demo",
                     *             "model": "sandbox/echo",
                     *             "urls": [
                     *               "https://example.com/pricing"
                     *             ],
                     *             "since": "2026-01-01",
                     *             "comment": "For each million tokens."
                     *           },
                     *           "found_by": "provider",
                     *           "prices": {
                     *             "input": "0.5",
                     *             "cache_read": "0.05",
                     *             "cache_write": "0.625",
                     *             "output": "1.5",
                     *             "reasoning": "1.5",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           },
                     *           "missing": [
                     *             "cache_write"
                     *           ],
                     *           "derived": {},
                     *           "long_context": [
                     *             {
                     *               "above_input_tokens": 1,
                     *               "prices": {
                     *                 "input": "0.5",
                     *                 "cache_read": "0.05",
                     *                 "cache_write": "0.625",
                     *                 "output": "1.5",
                     *                 "reasoning": "1.5",
                     *                 "request": "0.001",
                     *                 "image": "0.01",
                     *                 "second": "0.02"
                     *               }
                     *             }
                     *           ],
                     *           "others": {}
                     *         }
                     *       ],
                     *       "unavailable": [
                     *         {
                     *           "name": "Ada",
                     *           "message": "The provider did not answer in time."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PriceResearchOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformModelsByModelIdDifference: {
        parameters: {
            query: {
                decision: "approve" | "enable" | "disable" | "reject";
            };
            header?: never;
            path: {
                /** @example mdl_01jd0000000000000000000000 */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model_id": "mdl_01jd0000000000000000000000",
                     *       "public_id": "req_01jd0000000000000000000000",
                     *       "decision": "approve",
                     *       "before": {
                     *         "state": "discovered",
                     *         "enabled": true,
                     *         "routable": true,
                     *         "unroutable_reason": "not_approved"
                     *       },
                     *       "after": {
                     *         "state": "discovered",
                     *         "enabled": true,
                     *         "routable": true,
                     *         "unroutable_reason": "not_approved"
                     *       },
                     *       "missing_limits": [
                     *         "output_tokens"
                     *       ],
                     *       "request_contract": {},
                     *       "price": {
                     *         "id": "prc_01jd0000000000000000000000",
                     *         "model_id": "mdl_01jd0000000000000000000000",
                     *         "prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "long_context": [
                     *           {
                     *             "above_input_tokens": 1,
                     *             "prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             }
                     *           }
                     *         ],
                     *         "effective_at": "2026-12-31T00:00:00Z",
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "next_price": {
                     *         "id": "01jd0000000000000000000000",
                     *         "model_id": "mdl_01jd0000000000000000000000",
                     *         "prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "long_context": [
                     *           {
                     *             "above_input_tokens": 1,
                     *             "prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             }
                     *           }
                     *         ],
                     *         "effective_at": "2026-12-31T00:00:00Z",
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "aliases": [
                     *         {
                     *           "id": "als_01jd0000000000000000000000",
                     *           "name": "Ada",
                     *           "change": "gains",
                     *           "targets_before": 0,
                     *           "targets_after": 0,
                     *           "routable_before": true,
                     *           "routable_after": true,
                     *           "unroutable_reason_after": "not_approved",
                     *           "contract_changes": true
                     *         }
                     *       ],
                     *       "more_aliases": true,
                     *       "users": {
                     *         "switched_on": 0,
                     *         "switched_off": 0
                     *       },
                     *       "keys": {
                     *         "limited": 0,
                     *         "only_this": 0,
                     *         "some": [
                     *           {
                     *             "id": "01jd0000000000000000000000",
                     *             "name": "Ada",
                     *             "user_id": "usr_01jd0000000000000000000000",
                     *             "only_this": true
                     *           }
                     *         ]
                     *       },
                     *       "usage": {
                     *         "days": 0,
                     *         "requests": 0,
                     *         "charged_credits": "12.500000000"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelDifferenceOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformModelsByModelIdApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example mdl_01jd0000000000000000000000 */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "limits": {
                 *         "context_tokens": 128000,
                 *         "output_tokens": 16384
                 *       },
                 *       "reason": "reviewed"
                 *     }
                 */
                "application/json": components["schemas"]["ModelApproval"] | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mdl_01jd0000000000000000000000",
                     *       "public_id": "req_01jd0000000000000000000000",
                     *       "provider": "demo",
                     *       "family": "openai-compatible",
                     *       "upstream_model": "gpt-4.1-mini",
                     *       "contract_source": "published",
                     *       "capability": "chat",
                     *       "state": "discovered",
                     *       "enabled": true,
                     *       "routable": true,
                     *       "unroutable_reason": "not_approved",
                     *       "missing_limits": [
                     *         "output_tokens"
                     *       ],
                     *       "limits": {
                     *         "context_tokens": 1,
                     *         "output_tokens": 1,
                     *         "inputs": 1,
                     *         "total_tokens": 1,
                     *         "stop_sequences": 1,
                     *         "tools": 1,
                     *         "images": 1,
                     *         "images_per_message": 1,
                     *         "documents_per_message": 1,
                     *         "image_bytes": 1
                     *       },
                     *       "dimensions": [
                     *         "input"
                     *       ],
                     *       "hard_output_tokens": 0,
                     *       "first_byte_seconds": 0,
                     *       "total_seconds": 0,
                     *       "parameter_overrides": {},
                     *       "request_contract": {},
                     *       "price": {
                     *         "id": "prc_01jd0000000000000000000000",
                     *         "model_id": "mdl_01jd0000000000000000000000",
                     *         "prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "long_context": [
                     *           {
                     *             "above_input_tokens": 1,
                     *             "prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             }
                     *           }
                     *         ],
                     *         "effective_at": "2026-12-31T00:00:00Z",
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "upcoming_prices": [
                     *         {
                     *           "id": "prc_01jd0000000000000000000000",
                     *           "model_id": "mdl_01jd0000000000000000000000",
                     *           "prices": {
                     *             "input": "0.5",
                     *             "cache_read": "0.05",
                     *             "cache_write": "0.625",
                     *             "output": "1.5",
                     *             "reasoning": "1.5",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           },
                     *           "long_context": [
                     *             {
                     *               "above_input_tokens": 1,
                     *               "prices": {
                     *                 "input": "0.5",
                     *                 "cache_read": "0.05",
                     *                 "cache_write": "0.625",
                     *                 "output": "1.5",
                     *                 "reasoning": "1.5",
                     *                 "request": "0.001",
                     *                 "image": "0.01",
                     *                 "second": "0.02"
                     *               }
                     *             }
                     *           ],
                     *           "effective_at": "2026-12-31T00:00:00Z",
                     *           "created_by": "adm_01jd0000000000000000000000",
                     *           "created_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "discovered_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformModelOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformModelsByModelIdDecision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example mdl_01jd0000000000000000000000 */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "enable"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformModelDecision"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mdl_01jd0000000000000000000000",
                     *       "public_id": "req_01jd0000000000000000000000",
                     *       "provider": "demo",
                     *       "family": "openai-compatible",
                     *       "upstream_model": "gpt-4.1-mini",
                     *       "contract_source": "published",
                     *       "capability": "chat",
                     *       "state": "discovered",
                     *       "enabled": true,
                     *       "routable": true,
                     *       "unroutable_reason": "not_approved",
                     *       "missing_limits": [
                     *         "output_tokens"
                     *       ],
                     *       "limits": {
                     *         "context_tokens": 1,
                     *         "output_tokens": 1,
                     *         "inputs": 1,
                     *         "total_tokens": 1,
                     *         "stop_sequences": 1,
                     *         "tools": 1,
                     *         "images": 1,
                     *         "images_per_message": 1,
                     *         "documents_per_message": 1,
                     *         "image_bytes": 1
                     *       },
                     *       "dimensions": [
                     *         "input"
                     *       ],
                     *       "hard_output_tokens": 0,
                     *       "first_byte_seconds": 0,
                     *       "total_seconds": 0,
                     *       "parameter_overrides": {},
                     *       "request_contract": {},
                     *       "price": {
                     *         "id": "prc_01jd0000000000000000000000",
                     *         "model_id": "mdl_01jd0000000000000000000000",
                     *         "prices": {
                     *           "input": "0.5",
                     *           "cache_read": "0.05",
                     *           "cache_write": "0.625",
                     *           "output": "1.5",
                     *           "reasoning": "1.5",
                     *           "request": "0.001",
                     *           "image": "0.01",
                     *           "second": "0.02"
                     *         },
                     *         "long_context": [
                     *           {
                     *             "above_input_tokens": 1,
                     *             "prices": {
                     *               "input": "0.5",
                     *               "cache_read": "0.05",
                     *               "cache_write": "0.625",
                     *               "output": "1.5",
                     *               "reasoning": "1.5",
                     *               "request": "0.001",
                     *               "image": "0.01",
                     *               "second": "0.02"
                     *             }
                     *           }
                     *         ],
                     *         "effective_at": "2026-12-31T00:00:00Z",
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "upcoming_prices": [
                     *         {
                     *           "id": "prc_01jd0000000000000000000000",
                     *           "model_id": "mdl_01jd0000000000000000000000",
                     *           "prices": {
                     *             "input": "0.5",
                     *             "cache_read": "0.05",
                     *             "cache_write": "0.625",
                     *             "output": "1.5",
                     *             "reasoning": "1.5",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           },
                     *           "long_context": [
                     *             {
                     *               "above_input_tokens": 1,
                     *               "prices": {
                     *                 "input": "0.5",
                     *                 "cache_read": "0.05",
                     *                 "cache_write": "0.625",
                     *                 "output": "1.5",
                     *                 "reasoning": "1.5",
                     *                 "request": "0.001",
                     *                 "image": "0.01",
                     *                 "second": "0.02"
                     *               }
                     *             }
                     *           ],
                     *           "effective_at": "2026-12-31T00:00:00Z",
                     *           "created_by": "adm_01jd0000000000000000000000",
                     *           "created_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "discovered_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformModelOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAliases: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "als_01jd0000000000000000000000",
                     *         "name": "Ada",
                     *         "strategy": "ordered",
                     *         "enabled": true,
                     *         "routable": true,
                     *         "unroutable_reason": "not_approved",
                     *         "request_contract": {},
                     *         "hard_output_tokens": 0,
                     *         "targets": [
                     *           {
                     *             "model_id": "mdl_01jd0000000000000000000000",
                     *             "public_id": "req_01jd0000000000000000000000",
                     *             "weight": 0,
                     *             "retries": 0,
                     *             "routable": true,
                     *             "unroutable_reason": "not_approved"
                     *           }
                     *         ],
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "updated_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformAliasOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformAliases: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "fast",
                 *       "strategy": "ordered",
                 *       "targets": [
                 *         {
                 *           "model_id": "mdl_01jd0000000000000000000000",
                 *           "retries": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PlatformAliasCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "als_01jd0000000000000000000000",
                     *       "name": "Ada",
                     *       "strategy": "ordered",
                     *       "enabled": true,
                     *       "routable": true,
                     *       "unroutable_reason": "not_approved",
                     *       "request_contract": {},
                     *       "hard_output_tokens": 0,
                     *       "targets": [
                     *         {
                     *           "model_id": "mdl_01jd0000000000000000000000",
                     *           "public_id": "req_01jd0000000000000000000000",
                     *           "weight": 0,
                     *           "retries": 0,
                     *           "routable": true,
                     *           "unroutable_reason": "not_approved"
                     *         }
                     *       ],
                     *       "created_by": "adm_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformAliasOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformAliasesByAliasId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example als_01jd0000000000000000000000 */
                alias_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "als_01jd0000000000000000000000",
                     *       "name": "Ada",
                     *       "strategy": "ordered",
                     *       "enabled": true,
                     *       "routable": true,
                     *       "unroutable_reason": "not_approved",
                     *       "request_contract": {},
                     *       "hard_output_tokens": 0,
                     *       "targets": [
                     *         {
                     *           "model_id": "mdl_01jd0000000000000000000000",
                     *           "public_id": "req_01jd0000000000000000000000",
                     *           "weight": 0,
                     *           "retries": 0,
                     *           "routable": true,
                     *           "unroutable_reason": "not_approved"
                     *         }
                     *       ],
                     *       "created_by": "adm_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformAliasOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    deleteApiPlatformAliasesByAliasId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example als_01jd0000000000000000000000 */
                alias_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    patchApiPlatformAliasesByAliasId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease. */
                "x-svc-configuration-lease"?: string;
            };
            path: {
                /** @example als_01jd0000000000000000000000 */
                alias_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "strategy": "ordered"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformAliasUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "als_01jd0000000000000000000000",
                     *       "name": "Ada",
                     *       "strategy": "ordered",
                     *       "enabled": true,
                     *       "routable": true,
                     *       "unroutable_reason": "not_approved",
                     *       "request_contract": {},
                     *       "hard_output_tokens": 0,
                     *       "targets": [
                     *         {
                     *           "model_id": "mdl_01jd0000000000000000000000",
                     *           "public_id": "req_01jd0000000000000000000000",
                     *           "weight": 0,
                     *           "retries": 0,
                     *           "routable": true,
                     *           "unroutable_reason": "not_approved"
                     *         }
                     *       ],
                     *       "created_by": "adm_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformAliasOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformJobsSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "queues": [
                     *         {
                     *           "name": "async",
                     *           "waiting": 0,
                     *           "active": 0,
                     *           "delayed": 0,
                     *           "failed": 0,
                     *           "oldest_waiting_ms": 0,
                     *           "workers": 0
                     *         }
                     *       ],
                     *       "schedule": [
                     *         {
                     *           "name": "Ada",
                     *           "every_ms": 0,
                     *           "next_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "operations": {
                     *         "queued": 0,
                     *         "running": 0,
                     *         "abandoned": 0,
                     *         "done": 0,
                     *         "failed": 0,
                     *         "oldest_queued_ms": 0
                     *       },
                     *       "purges": {
                     *         "queued": 0,
                     *         "running": 0,
                     *         "done": 0,
                     *         "failed": 0,
                     *         "oldest_queued_ms": 0,
                     *         "latest": [
                     *           {
                     *             "id": "prg_01jd0000000000000000000000",
                     *             "object": "retention_purge",
                     *             "status": "queued",
                     *             "status_url": "/v1/async/op_01jd0000000000000000000000",
                     *             "origin": "administrator",
                     *             "as_of": "2026-12-31T00:00:00Z",
                     *             "created_at": "2026-12-31T00:00:00Z",
                     *             "started_at": "2026-12-31T00:00:00Z",
                     *             "finished_at": "2026-12-31T00:00:00Z",
                     *             "failure": "The provider did not answer in time.",
                     *             "categories": [
                     *               {
                     *                 "category": "request_records",
                     *                 "cutoff": "2026-12-31T00:00:00Z",
                     *                 "rows_expected": "1",
                     *                 "rows_purged": "1",
                     *                 "batches": 0,
                     *                 "finished_at": "2026-12-31T00:00:00Z"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JobsSummaryOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformJobsByQueueFailed: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                /** @example maintenance */
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01jd0000000000000000000000",
                     *         "queue": "maintenance",
                     *         "name": "Ada",
                     *         "state": "done",
                     *         "attempts": 0,
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "failed_at": "2026-12-31T00:00:00Z",
                     *         "reason": "First order",
                     *         "about": {
                     *           "kind": "operation",
                     *           "id": "01jd0000000000000000000000",
                     *           "message_id": "msg_01jd0000000000000000000000"
                     *         },
                     *         "instead": "Call again: nothing is sent to a provider twice."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["JobOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformJobsByQueueByJobId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example maintenance */
                queue: string;
                /** @example repeat:sweep-ledger:1790000000000 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "queue": "maintenance",
                     *       "name": "Ada",
                     *       "state": "done",
                     *       "attempts": 0,
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "failed_at": "2026-12-31T00:00:00Z",
                     *       "reason": "First order",
                     *       "about": {
                     *         "kind": "operation",
                     *         "id": "01jd0000000000000000000000",
                     *         "message_id": "msg_01jd0000000000000000000000"
                     *       },
                     *       "instead": "Call again: nothing is sent to a provider twice."
                     *     }
                     */
                    "application/json": components["schemas"]["JobOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformJobsByQueueByJobIdRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example maintenance */
                queue: string;
                /** @example repeat:sweep-ledger:1790000000000 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "failed_at": "2026-12-31T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["JobRetry"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "queue": "maintenance",
                     *       "name": "Ada",
                     *       "state": "done",
                     *       "attempts": 0,
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "failed_at": "2026-12-31T00:00:00Z",
                     *       "reason": "First order",
                     *       "about": {
                     *         "kind": "operation",
                     *         "id": "01jd0000000000000000000000",
                     *         "message_id": "msg_01jd0000000000000000000000"
                     *       },
                     *       "instead": "Call again: nothing is sent to a provider twice."
                     *     }
                     */
                    "application/json": components["schemas"]["JobOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "whk_01jd0000000000000000000000",
                     *         "url": "https://example.com/hooks",
                     *         "description": "The pager of the night",
                     *         "events": [
                     *           "credit.low"
                     *         ],
                     *         "status": "active",
                     *         "pause_reason": "failures",
                     *         "consecutive_failures": 0,
                     *         "failing_since": "2026-12-31T00:00:00Z",
                     *         "previous_secret_until": "2026-12-31T00:00:00Z",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "updated_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/alerts",
                 *       "events": [
                 *         "spool.alarm"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PlatformWebhookCreate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01jd0000000000000000000000",
                     *       "url": "https://example.com/hooks",
                     *       "description": "The pager of the night",
                     *       "events": [
                     *         "credit.low"
                     *       ],
                     *       "status": "active",
                     *       "pause_reason": "failures",
                     *       "consecutive_failures": 0,
                     *       "failing_since": "2026-12-31T00:00:00Z",
                     *       "previous_secret_until": "2026-12-31T00:00:00Z",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z",
                     *       "secret": "<shown once>"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01jd0000000000000000000000",
                     *       "url": "https://example.com/hooks",
                     *       "description": "The pager of the night",
                     *       "events": [
                     *         "credit.low"
                     *       ],
                     *       "status": "active",
                     *       "pause_reason": "failures",
                     *       "consecutive_failures": 0,
                     *       "failing_since": "2026-12-31T00:00:00Z",
                     *       "previous_secret_until": "2026-12-31T00:00:00Z",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    deleteApiPlatformWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to show. */
            204: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    patchApiPlatformWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "active"
                 *     }
                 */
                "application/json": components["schemas"]["PlatformWebhookUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01jd0000000000000000000000",
                     *       "url": "https://example.com/hooks",
                     *       "description": "The pager of the night",
                     *       "events": [
                     *         "credit.low"
                     *       ],
                     *       "status": "active",
                     *       "pause_reason": "failures",
                     *       "consecutive_failures": 0,
                     *       "failing_since": "2026-12-31T00:00:00Z",
                     *       "previous_secret_until": "2026-12-31T00:00:00Z",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformWebhooksByWebhookIdRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01jd0000000000000000000000",
                     *       "url": "https://example.com/hooks",
                     *       "description": "The pager of the night",
                     *       "events": [
                     *         "credit.low"
                     *       ],
                     *       "status": "active",
                     *       "pause_reason": "failures",
                     *       "consecutive_failures": 0,
                     *       "failing_since": "2026-12-31T00:00:00Z",
                     *       "previous_secret_until": "2026-12-31T00:00:00Z",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "updated_at": "2026-12-31T00:00:00Z",
                     *       "secret": "<shown once>"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformWebhooksByWebhookIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_01jd0000000000000000000000",
                     *       "type": "webhook.test",
                     *       "state": "open",
                     *       "reason": "First order",
                     *       "attempts": 0,
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "ended_at": "2026-12-31T00:00:00Z",
                     *       "next_attempt_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformWebhooksByWebhookIdDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "msg_01jd0000000000000000000000",
                     *           "type": "credit.low",
                     *           "state": "open",
                     *           "reason": "First order",
                     *           "attempts": 0,
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "ended_at": "2026-12-31T00:00:00Z",
                     *           "next_attempt_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_cursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformWebhooksByWebhookIdDeliveriesByMessageId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
                /** @example msg_01jd0000000000000000000000 */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_01jd0000000000000000000000",
                     *       "type": "credit.low",
                     *       "state": "open",
                     *       "reason": "First order",
                     *       "attempts": 0,
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "ended_at": "2026-12-31T00:00:00Z",
                     *       "next_attempt_at": "2026-12-31T00:00:00Z",
                     *       "body": "{\"type\":\"credit.low\",\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"data\":{}}",
                     *       "tries": [
                     *         {
                     *           "number": 0,
                     *           "at": "2026-12-31T00:00:00Z",
                     *           "duration_ms": 0,
                     *           "status": 0,
                     *           "failure": "The provider did not answer in time.",
                     *           "answer": "{\"object\":\"chat.completion\"}"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformWebhooksByWebhookIdDeliveriesByMessageIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01jd0000000000000000000000 */
                webhook_id: string;
                /** @example msg_01jd0000000000000000000000 */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_01jd0000000000000000000000",
                     *       "type": "credit.low",
                     *       "state": "open",
                     *       "reason": "First order",
                     *       "attempts": 0,
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "ended_at": "2026-12-31T00:00:00Z",
                     *       "next_attempt_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformReconciliations: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01jd0000000000000000000000",
                     *         "object": "reconciliation",
                     *         "status": "queued",
                     *         "status_url": "/v1/async/op_01jd0000000000000000000000",
                     *         "provider": "demo",
                     *         "format": "openai_usage",
                     *         "tolerance_bp": 0,
                     *         "first_day": "2026-11-24",
                     *         "last_day": "2026-11-24",
                     *         "days": 0,
                     *         "days_compared": 0,
                     *         "rows_read": 0,
                     *         "rows_left_out": 0,
                     *         "counts": {
                     *           "equal": 0,
                     *           "differs": 0,
                     *           "report_only": 0,
                     *           "book_only": 0
                     *         },
                     *         "created_by": "adm_01jd0000000000000000000000",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "finished_at": "2026-12-31T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReconciliationOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiPlatformReconciliations: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this reconciliation: sent again with the same key, it is the same one.
                 * @example invoice-2026-11
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "example",
                 *       "format": "openai_usage",
                 *       "report": "start_time,end_time,model,num_model_requests,input_tokens,input_cached_tokens,output_tokens\n1795478400,1795564800,small,5,1000,800,500\n",
                 *       "tolerance_bp": 50
                 *     }
                 */
                "application/json": components["schemas"]["ReconciliationCreate"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "object": "reconciliation",
                     *       "status": "queued",
                     *       "status_url": "/v1/async/op_01jd0000000000000000000000",
                     *       "provider": "demo",
                     *       "format": "openai_usage",
                     *       "tolerance_bp": 0,
                     *       "first_day": "2026-11-24",
                     *       "last_day": "2026-11-24",
                     *       "days": 0,
                     *       "days_compared": 0,
                     *       "rows_read": 0,
                     *       "rows_left_out": 0,
                     *       "counts": {
                     *         "equal": 0,
                     *         "differs": 0,
                     *         "report_only": 0,
                     *         "book_only": 0
                     *       },
                     *       "created_by": "adm_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "finished_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403f"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409f"];
            413: components["responses"]["Refused413"];
            414: components["responses"]["Refused414"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformReconciliationsByReconciliationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rcn_01jd0000000000000000000000 */
                reconciliation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01jd0000000000000000000000",
                     *       "object": "reconciliation",
                     *       "status": "queued",
                     *       "status_url": "/v1/async/op_01jd0000000000000000000000",
                     *       "provider": "demo",
                     *       "format": "openai_usage",
                     *       "tolerance_bp": 0,
                     *       "first_day": "2026-11-24",
                     *       "last_day": "2026-11-24",
                     *       "days": 0,
                     *       "days_compared": 0,
                     *       "rows_read": 0,
                     *       "rows_left_out": 0,
                     *       "counts": {
                     *         "equal": 0,
                     *         "differs": 0,
                     *         "report_only": 0,
                     *         "book_only": 0
                     *       },
                     *       "created_by": "adm_01jd0000000000000000000000",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "finished_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformReconciliationsByReconciliationIdLines: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                only_differences?: boolean;
            };
            header?: never;
            path: {
                /** @example rcn_01jd0000000000000000000000 */
                reconciliation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "day": "2026-11-24",
                     *         "model": "sandbox/echo",
                     *         "status": "equal",
                     *         "apart": [
                     *           "input"
                     *         ],
                     *         "reported": {
                     *           "input": "1",
                     *           "cache_read": "1",
                     *           "cache_write": "1",
                     *           "output": "1",
                     *           "requests": "1",
                     *           "cost": "0.000052500"
                     *         },
                     *         "book": {
                     *           "input": "1",
                     *           "cache_read": "1",
                     *           "cache_write": "1",
                     *           "output": "1",
                     *           "requests": "1",
                     *           "charged": "0.000052500",
                     *           "suspect": {}
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReconciliationLineOut"][];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            414: components["responses"]["Refused414"];
            422: components["responses"]["Validation"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiPlatformReconciliationsByReconciliationIdLinesCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rcn_01jd0000000000000000000000 */
                reconciliation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table (RFC 4180) with a header line, streamed; gzip when the caller takes it. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example day,model,status,apart,reported_input_tokens,reported_cache_read_tokens,reported_cache_write_tokens,reported_output_tokens,reported_requests,reported_cost_usd,book_input_tokens,book_cache_read_tokens,book_cache_write_tokens,book_output_tokens,book_requests,book_charged_credits,book_suspect_requests */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            404: components["responses"]["Refused404a"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409a"];
            414: components["responses"]["Refused414"];
            429: components["responses"]["Refused429"];
            431: components["responses"]["Refused431"];
            500: components["responses"]["Refused500"];
            502: components["responses"]["Refused502"];
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
}

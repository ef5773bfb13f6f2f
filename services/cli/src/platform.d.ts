/* Written by make openapi from the interface description. */
export interface paths {
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        AliasStrategy: "ordered" | "weighted";
        AliasTargetInput: {
            model_id: string;
            weight?: number;
            retries?: number;
        };
        Reason: string;
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
        Credits: string;
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
        /** @description Up to 31 small letters, digits and hyphens, a letter first */
        ProviderPrefix: string;
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
        /** @description Credits above 0 as a decimal string, such as "12.5"; at most nine decimals */
        CreditsInput: string;
        KeyMode: "live" | "test";
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
}

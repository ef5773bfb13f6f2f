/* Written by make openapi from the interface description. */
export interface paths {
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The models that this key may use now, each with its request contract */
        get: operations["getV1Models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One model of the list, with its request contract */
        get: operations["getV1ModelsByModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
    "/api/setup/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the first account is still to be made */
        get: operations["getApiSetupStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make the first account; works once */
        post: operations["postApiSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in with an e-mail address and a password */
        post: operations["postApiAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange the svc_session cookie for a new access token and a new svc_session cookie */
        post: operations["postApiAuthRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session that asks; whoever has none is logged out already */
        post: operations["postApiAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/accept-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a password with a link that an administrator made; works once */
        post: operations["postApiAuthAcceptLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is logged in */
        get: operations["getApiAuthMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the password; ends every session and every access token */
        post: operations["postApiAuthChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is left to do before paid calls work */
        get: operations["getApiOnboarding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account that is logged in */
        get: operations["getApiMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the account is logged in, newest first */
        get: operations["getApiSessions"];
        put?: never;
        post?: never;
        /** End every session of the account but the one that asks */
        delete: operations["deleteApiSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one session of the account */
        delete: operations["deleteApiSessionsBySessionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys of the account, newest first */
        get: operations["getApiKeys"];
        put?: never;
        /** Create a key, once for each Idempotency-Key; its secret is shown in this answer only */
        post: operations["postApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a key permanently */
        delete: operations["deleteApiKeysByKeyId"];
        options?: never;
        head?: never;
        /** Change the name, the expiry or the policies of a key */
        patch: operations["patchApiKeysByKeyId"];
        trace?: never;
    };
    "/api/keys/{key_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Suspend a key: calls with it are refused within a second */
        post: operations["postApiKeysByKeyIdSuspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a suspended key work again */
        post: operations["postApiKeysByKeyIdResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a key was used for over the last days */
        get: operations["getApiKeysByKeyIdInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The approved models and aliases with their prices for this account */
        get: operations["getApiModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/{model_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switch a model on or off for every key of the account */
        put: operations["putApiModelsByModelId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The wallet of the account */
        get: operations["getApiCredits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Movements of the wallet, newest first */
        get: operations["getApiCreditsTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was granted to the account, newest first, and when credit ends next */
        get: operations["getApiCreditsGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credit on hold for calls in progress, oldest first */
        get: operations["getApiCreditsHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/threshold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The balance below which webhooks report that credit is low */
        get: operations["getApiCreditsThreshold"];
        /** Set the balance below which webhooks report that credit is low; null: never */
        put: operations["putApiCreditsThreshold"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhooks of the account, newest first */
        get: operations["getApiWebhooks"];
        put?: never;
        /** Create a webhook; its secret is shown in this answer only */
        post: operations["postApiWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook and how it stands */
        get: operations["getApiWebhooksByWebhookId"];
        put?: never;
        post?: never;
        /** Delete a webhook; what has not arrived is given up */
        delete: operations["deleteApiWebhooksByWebhookId"];
        options?: never;
        head?: never;
        /** Change a webhook; what is absent stays */
        patch: operations["patchApiWebhooksByWebhookId"];
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook a new secret; for a day messages are signed with both */
        post: operations["postApiWebhooksByWebhookIdRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test message to a webhook */
        post: operations["postApiWebhooksByWebhookIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was sent to a webhook, newest first */
        get: operations["getApiWebhooksByWebhookIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/deliveries/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message with every attempt */
        get: operations["getApiWebhooksByWebhookIdDeliveriesByMessageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/deliveries/{message_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a message again, under the same id */
        post: operations["postApiWebhooksByWebhookIdDeliveriesByMessageIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the account has used over the last days, or over any range of days */
        get: operations["getApiUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the sessions that callers named came to, most credits first */
        get: operations["getApiUsageSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests of the account, newest first */
        get: operations["getApiRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One request of the account with its timings and its receipt */
        get: operations["getApiRequestsByPublicId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Asynchronous operations of the account, newest first */
        get: operations["getApiOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operations/{op_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One asynchronous operation of the account with its answer */
        get: operations["getApiOperationsByOpId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Videos of the account, newest first */
        get: operations["getApiVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/{video_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One video of the account: how it stands, what it holds or cost, and its file */
        get: operations["getApiVideosByVideoId"];
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
        ModelList: {
            /** @constant */
            object: "list";
            /** @description Changes with every change of models, aliases and prices */
            catalog_revision: string;
            data: components["schemas"]["ModelOut"][];
            /** @description Whether there are more in the requested direction */
            has_more: boolean;
            /** @description Null for an empty page */
            first_id: string | null;
            /** @description Null for an empty page */
            last_id: string | null;
        };
        ModelOut: {
            /** @description Exact id to send as `model` */
            id: string;
            /** @constant */
            object: "model";
            /** @constant */
            type: "model";
            name: string;
            /** @description The same as `name` */
            display_name: string;
            /** @description Unix seconds */
            created: number;
            /**
             * Format: date-time
             * @description The same as `created`
             */
            created_at: string;
            /** @description The provider prefix */
            owned_by: string;
            capability: "chat" | "embeddings" | "video";
            context_tokens: number;
            /** @description The same as `context_tokens` */
            context_length: number;
            output_tokens?: number;
            managed_output_ceiling?: number;
            hard_output_ceiling?: number;
            /** @description The same as `hard_output_ceiling` */
            max_completion_tokens?: number;
            pricing: {
                prompt: string;
                completion: string;
                input_cache_read?: string;
                input_cache_write?: string;
                internal_reasoning?: string;
                request?: string;
                image?: string;
                second?: string;
            } & {
                [key: string]: string;
            };
            long_context?: {
                above_input_tokens: number;
                pricing: {
                    prompt: string;
                    completion: string;
                    input_cache_read?: string;
                    input_cache_write?: string;
                    internal_reasoning?: string;
                    request?: string;
                    image?: string;
                    second?: string;
                } & {
                    [key: string]: string;
                };
            }[];
            request_contract: components["schemas"]["RequestContract"];
        };
        RuntimeConfig: {
            product: string;
            api_version: string;
            inference_path: string;
            docs_path: string;
            openapi_path: string;
            password_characters_min: string;
            setup_token_required: boolean;
        };
        SetupStatus: {
            setup_required: boolean;
            setup_completed: boolean;
            setup_token_required: boolean;
        };
        SetupRequest: {
            email: components["schemas"]["EmailText"];
            password: string;
            name: components["schemas"]["NameText"];
            setup_token?: string;
        };
        AuthOut: {
            user: components["schemas"]["UserOut"];
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            expires_in: number;
        };
        LoginRequest: {
            email: components["schemas"]["EmailText"];
            password: string;
        };
        AcceptLinkRequest: {
            /**
             * @description What stands behind # in the link
             * @example ttttttttttttttttttttttttttttttttttttttttttt
             */
            token: string;
            new_password: string;
        };
        UserOut: {
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
        };
        PasswordChangeRequest: {
            current_password: string;
            new_password: string;
        };
        OnboardingOut: {
            completed: boolean;
            next: string | null;
            steps: {
                id: "approve_model" | "create_key" | "get_credit" | "make_first_call";
                title: string;
                done: boolean;
                link: string;
            }[];
        };
        SessionOut: {
            id: string;
            current: boolean;
            user_agent: string | null;
            address: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
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
        ApiKeyUpdate: {
            name?: components["schemas"]["NameText"];
            expires_at?: string | null;
            default_reasoning_effort?: components["schemas"]["ReasoningEffort"] | null;
            max_output_tokens?: number | null;
            models?: string[] | null;
            limits?: components["schemas"]["LimitsIn"] | null;
        };
        KeyInsights: {
            api_key_id: string;
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
            /** @description By day in UTC, oldest first */
            series: components["schemas"]["UsageStep"][];
            /** @description Most requests first */
            models: components["schemas"]["ModelUsage"][];
            /** @description Most frequent first */
            errors: components["schemas"]["ErrorUsage"][];
        };
        UserModelOut: {
            id: string;
            kind: "model" | "alias";
            model: string;
            provider: string | null;
            targets: {
                model: string;
                prices: {
                    [key: string]: string;
                } | null;
                long_context: {
                    above_input_tokens: number;
                    prices: {
                        [key: string]: string;
                    };
                }[];
            }[];
            capability: "chat" | "embeddings" | "video";
            enabled: boolean;
            available: boolean;
            prices: {
                [key: string]: string;
            } | null;
            long_context: {
                above_input_tokens: number;
                prices: {
                    [key: string]: string;
                };
            }[];
            request_contract: components["schemas"]["RequestContract"];
        };
        UserModelChoice: {
            enabled: boolean;
        };
        CreditsOut: {
            available: string;
            reserved: string;
            granted: string;
            consumed: string;
            revoked: string;
            expired: string;
        };
        CreditTransactionList: {
            data: components["schemas"]["CreditTransactionOut"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        CreditGrantList: {
            data: components["schemas"]["CreditGrantOut"][];
            has_more: boolean;
            next_cursor: string | null;
            /** @description When credit ends next, whatever page its grant is on, and what is left of all grants that end then; null: no credit will end */
            next_expiry: {
                /** Format: date-time */
                at: string;
                remaining: string;
            } | null;
        };
        HoldList: {
            data: components["schemas"]["HoldOut"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        CreditThreshold: {
            threshold: components["schemas"]["CreditsInput"] | null;
        };
        WebhookList: components["schemas"]["WebhookOut"][];
        WebhookCreate: {
            /** @description Where messages go: https on the public internet, port 443 or 8443 */
            url: string;
            events: ("credit.low" | "credit.exhausted" | "operation.ended" | "key.expiring")[];
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
        WebhookUpdate: {
            /** @description Where messages go: https on the public internet, port 443 or 8443 */
            url?: string;
            events?: ("credit.low" | "credit.exhausted" | "operation.ended" | "key.expiring")[];
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
        /**
         * @description Requests of live keys, of test keys (the sandbox), or all of them
         * @default live
         */
        ModeFilter: "live" | "test" | "all";
        UsageOut: {
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
            time_zone: string;
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
            /** @description By day of the time zone, or by hour; oldest first. Sums are kept by hours of UTC: an hour in which a day begins belongs to the day before */
            series: components["schemas"]["UsageStep"][];
            /** @description Most requests first */
            models: components["schemas"]["ModelUsage"][];
            /** @description Most frequent first */
            errors: components["schemas"]["ErrorUsage"][];
            /** @description Most requests first */
            endpoints: components["schemas"]["EndpointUsage"][];
            /** @description Most credits first; deleted keys included */
            keys: components["schemas"]["KeyUsage"][];
        };
        SessionUsageOut: {
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
            data: components["schemas"]["SessionUsage"][];
        };
        RequestList: {
            data: components["schemas"]["RequestOut"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        RequestDetail: {
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
        };
        OperationList: {
            data: components["schemas"]["OperationOut"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        OperationDetail: {
            /** @description `op_…` */
            id: string;
            /** @description failed: its answer is an error */
            state: "queued" | "running" | "done" | "failed";
            mode: components["schemas"]["KeyMode"];
            endpoint: string;
            api_key_id: string;
            /** @description The X-Request-ID under which the call was accepted */
            request_id: string;
            public_id: string | null;
            status: number | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            /**
             * Format: date-time
             * @description Until when the answer can be read; the end postpones this moment
             */
            expires_at: string;
            /** @description Whether the answer can be read now */
            answer_kept: boolean;
            /** @description What the route answered, error or not; null while there is none to be read */
            answer: unknown;
        };
        VideoList: {
            data: components["schemas"]["VideoOut"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        VideoOut: {
            /** @description `vid_…` */
            id: string;
            /** @description completed: it was made and charged, whether its file is still kept or not */
            state: "queued" | "in_progress" | "completed" | "failed";
            /** @description As the provider reports it */
            progress: number;
            mode: components["schemas"]["KeyMode"];
            /** @description As requested */
            model: string;
            api_key_id: string;
            /** @description The X-Request-ID under which the video was accepted */
            request_id: string;
            public_id: string | null;
            /** @description As requested */
            seconds: number;
            resolution: string;
            aspect_ratio: string | null;
            generate_audio: boolean;
            error: {
                code: string;
                message: string;
            } | null;
            held: string | null;
            charged: string | null;
            file: {
                bytes: number;
                seconds: number | null;
                width: number | null;
                height: number | null;
                kept_until: string | null;
            } | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
        };
        KeyMode: "live" | "test";
        OperationOut: {
            /** @description `op_…` */
            id: string;
            /** @description failed: its answer is an error */
            state: "queued" | "running" | "done" | "failed";
            mode: components["schemas"]["KeyMode"];
            endpoint: string;
            api_key_id: string;
            /** @description The X-Request-ID under which the call was accepted */
            request_id: string;
            public_id: string | null;
            status: number | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            /**
             * Format: date-time
             * @description Until when the answer can be read; the end postpones this moment
             */
            expires_at: string;
            /** @description Whether the answer can be read now */
            answer_kept: boolean;
        };
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
        RequestOut: {
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
        };
        SessionUsage: {
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
        };
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
        ErrorUsage: {
            code: string;
            status: number;
            requests: number;
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
        KeyUsage: {
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
        };
        DeliveryState: "open" | "delivered" | "failed" | "dropped";
        /** @description Credits above 0 as a decimal string, such as "12.5"; at most nine decimals */
        CreditsInput: string;
        HoldOut: {
            /** @description `op_…`; the request has the same id behind `req_` once the call has ended */
            operation_id: string;
            /** @description async: a call that is answered later */
            kind: "call" | "async" | "video";
            api_key_id: string;
            held: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the hold is released, whatever becomes of the call
             */
            expires_at: string;
            age_seconds: number;
        };
        CreditGrantOut: {
            id: string;
            amount: string;
            /** @description Neither spent nor revoked; calls in progress may hold part of it */
            remaining: string;
            spent: string;
            revoked: string;
            expired: string;
            /** @description granted: something is left; spent: nothing is; expired: its end has passed with something left; revoked: nothing is left, because the rest was taken back */
            state: "granted" | "spent" | "expired" | "revoked";
            /** @description When the rest of the grant ends; null: never */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        CreditTransactionOut: {
            id: string;
            type: string;
            available_change: string;
            reserved_change: string;
            consumed_change: string;
            grant_id: string | null;
            operation_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        RequestContract: {
            revision: string;
            source?: components["schemas"]["ContractSource"];
            capability: "chat" | "embeddings" | "video";
            parameters: {
                [key: string]: components["schemas"]["ParameterRule"];
            };
            exclusions?: components["schemas"]["Exclusion"][];
            limits: {
                context_tokens: number;
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
            responses?: {
                parameters: {
                    [key: string]: components["schemas"]["ParameterRule"];
                };
            };
            dimensions: string[];
        };
        ContractSource: "published" | "assumed";
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
        Exclusion: {
            when: {
                [key: string]: (string | number | boolean)[];
            };
            refuse: {
                [key: string]: (string | number | boolean)[] | {
                    below: number;
                };
            };
        };
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
        /** @description One line of visible text */
        NameText: string;
        ReasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
        LimitsIn: {
            requests_per_minute?: number | null;
            tokens_per_minute?: number | null;
            concurrent_requests?: number | null;
            credits_per_day?: string | null;
            credits_per_month?: string | null;
            output_tokens_per_request?: number | null;
        };
        KeyStatus: "active" | "suspended" | "expired";
        LimitsOut: {
            requests_per_minute: number | null;
            tokens_per_minute: number | null;
            concurrent_requests: number | null;
            credits_per_day: string | null;
            credits_per_month: string | null;
            output_tokens_per_request: number | null;
        };
        UserStatus: "active" | "suspended" | "closed";
        /** Format: email */
        EmailText: string;
        HTTPValidationError: {
            detail: {
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
        };
    };
    responses: {
        /** @description `invalid_request`, `invalid_path`, `invalid_header` */
        Refused400: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthenticated`, `invalid_api_key` */
        Refused401: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `key_suspended`, `key_expired`, `account_suspended`, `permission_denied` */
        Refused403: {
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
        /** @description `not_found`, `model_unavailable` */
        Refused404: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
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
        /** @description `permission_denied` */
        Refused403b: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "X-Should-Retry": components["headers"]["X-Should-Retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `setup_already_done` */
        Refused409c: {
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
        /** @description `account_suspended` */
        Refused403c: {
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
    getV1Models: {
        parameters: {
            query?: {
                capability?: "chat" | "embeddings" | "video";
                limit?: number;
                after_id?: string;
                after?: string;
                before_id?: string;
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
                     *       "object": "list",
                     *       "catalog_revision": "4b98f3754d4d7508",
                     *       "data": [
                     *         {
                     *           "id": "mdl_01jd0000000000000000000000",
                     *           "object": "model",
                     *           "type": "model",
                     *           "name": "Ada",
                     *           "display_name": "sandbox/echo",
                     *           "created": 1790000000,
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "owned_by": "sandbox",
                     *           "capability": "chat",
                     *           "context_tokens": 1,
                     *           "context_length": 1,
                     *           "output_tokens": 1,
                     *           "managed_output_ceiling": 1,
                     *           "hard_output_ceiling": 1,
                     *           "max_completion_tokens": 1,
                     *           "pricing": {
                     *             "prompt": "0.0000005",
                     *             "completion": "12.5",
                     *             "input_cache_read": "0.00000005",
                     *             "input_cache_write": "0.000000625",
                     *             "internal_reasoning": "0.0000015",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           },
                     *           "long_context": [
                     *             {
                     *               "above_input_tokens": 1,
                     *               "pricing": {
                     *                 "prompt": "0.0000005",
                     *                 "completion": "12.5",
                     *                 "input_cache_read": "0.00000005",
                     *                 "input_cache_write": "0.000000625",
                     *                 "internal_reasoning": "0.0000015",
                     *                 "request": "0.001",
                     *                 "image": "0.01",
                     *                 "second": "0.02"
                     *               }
                     *             }
                     *           ],
                     *           "request_contract": {
                     *             "revision": "e42d73044b692919",
                     *             "source": "published",
                     *             "capability": "chat",
                     *             "parameters": {},
                     *             "exclusions": [
                     *               {
                     *                 "when": {},
                     *                 "refuse": {}
                     *               }
                     *             ],
                     *             "limits": {
                     *               "context_tokens": 1,
                     *               "output_tokens": 1,
                     *               "inputs": 1,
                     *               "total_tokens": 1,
                     *               "stop_sequences": 1,
                     *               "tools": 1,
                     *               "images": 1,
                     *               "images_per_message": 1,
                     *               "documents_per_message": 1,
                     *               "image_bytes": 1
                     *             },
                     *             "responses": {
                     *               "parameters": {}
                     *             },
                     *             "dimensions": [
                     *               "input"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "first_id": "sandbox/echo",
                     *       "last_id": "sandbox/slow"
                     *     }
                     */
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
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
    getV1ModelsByModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @example [
                 *       "Example"
                 *     ]
                 */
                model: string[];
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
                     *       "object": "model",
                     *       "type": "model",
                     *       "name": "Ada",
                     *       "display_name": "sandbox/echo",
                     *       "created": 1790000000,
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "owned_by": "sandbox",
                     *       "capability": "chat",
                     *       "context_tokens": 1,
                     *       "context_length": 1,
                     *       "output_tokens": 1,
                     *       "managed_output_ceiling": 1,
                     *       "hard_output_ceiling": 1,
                     *       "max_completion_tokens": 1,
                     *       "pricing": {
                     *         "prompt": "0.0000005",
                     *         "completion": "12.5",
                     *         "input_cache_read": "0.00000005",
                     *         "input_cache_write": "0.000000625",
                     *         "internal_reasoning": "0.0000015",
                     *         "request": "0.001",
                     *         "image": "0.01",
                     *         "second": "0.02"
                     *       },
                     *       "long_context": [
                     *         {
                     *           "above_input_tokens": 1,
                     *           "pricing": {
                     *             "prompt": "0.0000005",
                     *             "completion": "12.5",
                     *             "input_cache_read": "0.00000005",
                     *             "input_cache_write": "0.000000625",
                     *             "internal_reasoning": "0.0000015",
                     *             "request": "0.001",
                     *             "image": "0.01",
                     *             "second": "0.02"
                     *           }
                     *         }
                     *       ],
                     *       "request_contract": {
                     *         "revision": "e42d73044b692919",
                     *         "source": "published",
                     *         "capability": "chat",
                     *         "parameters": {},
                     *         "exclusions": [
                     *           {
                     *             "when": {},
                     *             "refuse": {}
                     *           }
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
                     *         "responses": {
                     *           "parameters": {}
                     *         },
                     *         "dimensions": [
                     *           "input"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
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
    getApiSetupStatus: {
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
                     *       "setup_required": true,
                     *       "setup_completed": true,
                     *       "setup_token_required": true
                     *     }
                     */
                    "application/json": components["schemas"]["SetupStatus"];
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
    postApiSetup: {
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
                 *       "password": "correct horse battery staple",
                 *       "name": "Ada",
                 *       "setup_token": "the SETUP_TOKEN of this installation"
                 *     }
                 */
                "application/json": components["schemas"]["SetupRequest"];
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
                     *       "user": {
                     *         "id": "usr_01jd0000000000000000000000",
                     *         "organization_id": "usr_01jd0000000000000000000000",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "status": "active",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_seen_at": "2026-12-31T00:00:00Z",
                     *         "password_changed_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "access_token": "<access token>",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AuthOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            403: components["responses"]["Refused403b"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409c"];
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
    postApiAuthLogin: {
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
                "application/json": components["schemas"]["LoginRequest"];
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
                     *       "user": {
                     *         "id": "usr_01jd0000000000000000000000",
                     *         "organization_id": "usr_01jd0000000000000000000000",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "status": "active",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_seen_at": "2026-12-31T00:00:00Z",
                     *         "password_changed_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "access_token": "<access token>",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AuthOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401b"];
            403: components["responses"]["Refused403c"];
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
    postApiAuthRefresh: {
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
                     *       "user": {
                     *         "id": "usr_01jd0000000000000000000000",
                     *         "organization_id": "usr_01jd0000000000000000000000",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "status": "active",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_seen_at": "2026-12-31T00:00:00Z",
                     *         "password_changed_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "access_token": "<access token>",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AuthOut"];
                };
            };
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
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
    postApiAuthLogout: {
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
    postApiAuthAcceptLink: {
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
                 *       "token": "ttttttttttttttttttttttttttttttttttttttttttt",
                 *       "new_password": "another horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptLinkRequest"];
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
                     *       "user": {
                     *         "id": "usr_01jd0000000000000000000000",
                     *         "organization_id": "usr_01jd0000000000000000000000",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "status": "active",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_seen_at": "2026-12-31T00:00:00Z",
                     *         "password_changed_at": "2026-12-31T00:00:00Z"
                     *       },
                     *       "access_token": "<access token>",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AuthOut"];
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
    getApiAuthMe: {
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
                     *       "organization_id": "usr_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserOut"];
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
    postApiAuthChangePassword: {
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
    getApiOnboarding: {
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
                     *       "completed": true,
                     *       "next": "create_key",
                     *       "steps": [
                     *         {
                     *           "id": "approve_model",
                     *           "title": "Request records",
                     *           "done": true,
                     *           "link": "https://tollgate.example.com/console/welcome#the-token"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OnboardingOut"];
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
    getApiMe: {
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
                     *       "organization_id": "usr_01jd0000000000000000000000",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "status": "active",
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "last_seen_at": "2026-12-31T00:00:00Z",
                     *       "password_changed_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserOut"];
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
    getApiSessions: {
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
                     *         "id": "01jd0000000000000000000000",
                     *         "current": true,
                     *         "user_agent": "OpenAI/Python 3.57.0",
                     *         "address": "203.0.113.7",
                     *         "created_at": "2026-12-31T00:00:00Z",
                     *         "last_used_at": "2026-12-31T00:00:00Z",
                     *         "expires_at": "2030-01-01T00:00:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SessionOut"][];
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
    deleteApiSessions: {
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
            401: components["responses"]["Refused401c"];
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
    deleteApiSessionsBySessionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example b5b7e8c0-0000-7000-8000-000000000000 */
                session_id: string;
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
            403: components["responses"]["Refused403d"];
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
    getApiKeys: {
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
    postApiKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key, one API key is created: the repeat is refused with its id. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "my agent",
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
            403: components["responses"]["Refused403d"];
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
    deleteApiKeysByKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01jd0000000000000000000000 */
                key_id: string;
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
            403: components["responses"]["Refused403d"];
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
    patchApiKeysByKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01jd0000000000000000000000 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "my agent, renamed"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyUpdate"];
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
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiKeysByKeyIdSuspend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01jd0000000000000000000000 */
                key_id: string;
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
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403d"];
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
    postApiKeysByKeyIdResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01jd0000000000000000000000 */
                key_id: string;
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
            400: components["responses"]["Refused400a"];
            401: components["responses"]["Refused401c"];
            403: components["responses"]["Refused403d"];
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
    getApiKeysByKeyIdInsights: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path: {
                /** @example key_01jd0000000000000000000000 */
                key_id: string;
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
                     *       "api_key_id": "key_01jd0000000000000000000000",
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
                     *       "errors": [
                     *         {
                     *           "code": "upstream_timeout",
                     *           "status": 0,
                     *           "requests": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KeyInsights"];
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
    getApiModels: {
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
                     *         "id": "mdl_01jd0000000000000000000000",
                     *         "kind": "model",
                     *         "model": "sandbox/echo",
                     *         "provider": "demo",
                     *         "targets": [
                     *           {
                     *             "model": "sandbox/echo",
                     *             "prices": {},
                     *             "long_context": [
                     *               {
                     *                 "above_input_tokens": 0,
                     *                 "prices": {}
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "capability": "chat",
                     *         "enabled": true,
                     *         "available": true,
                     *         "prices": {},
                     *         "long_context": [
                     *           {
                     *             "above_input_tokens": 0,
                     *             "prices": {}
                     *           }
                     *         ],
                     *         "request_contract": {
                     *           "revision": "e42d73044b692919",
                     *           "source": "published",
                     *           "capability": "chat",
                     *           "parameters": {},
                     *           "exclusions": [
                     *             {
                     *               "when": {},
                     *               "refuse": {}
                     *             }
                     *           ],
                     *           "limits": {
                     *             "context_tokens": 1,
                     *             "output_tokens": 1,
                     *             "inputs": 1,
                     *             "total_tokens": 1,
                     *             "stop_sequences": 1,
                     *             "tools": 1,
                     *             "images": 1,
                     *             "images_per_message": 1,
                     *             "documents_per_message": 1,
                     *             "image_bytes": 1
                     *           },
                     *           "responses": {
                     *             "parameters": {}
                     *           },
                     *           "dimensions": [
                     *             "input"
                     *           ]
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UserModelOut"][];
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
    putApiModelsByModelId: {
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
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UserModelChoice"];
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
                     *       "kind": "model",
                     *       "model": "sandbox/echo",
                     *       "provider": "demo",
                     *       "targets": [
                     *         {
                     *           "model": "sandbox/echo",
                     *           "prices": {},
                     *           "long_context": [
                     *             {
                     *               "above_input_tokens": 0,
                     *               "prices": {}
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "capability": "chat",
                     *       "enabled": true,
                     *       "available": true,
                     *       "prices": {},
                     *       "long_context": [
                     *         {
                     *           "above_input_tokens": 0,
                     *           "prices": {}
                     *         }
                     *       ],
                     *       "request_contract": {
                     *         "revision": "e42d73044b692919",
                     *         "source": "published",
                     *         "capability": "chat",
                     *         "parameters": {},
                     *         "exclusions": [
                     *           {
                     *             "when": {},
                     *             "refuse": {}
                     *           }
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
                     *         "responses": {
                     *           "parameters": {}
                     *         },
                     *         "dimensions": [
                     *           "input"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserModelOut"];
                };
            };
            400: components["responses"]["Refused400g"];
            401: components["responses"]["Refused401c"];
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
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    getApiCredits: {
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
                     *       "available": "12.500000000",
                     *       "reserved": "12.500000000",
                     *       "granted": "12.500000000",
                     *       "consumed": "12.500000000",
                     *       "revoked": "12.500000000",
                     *       "expired": "12.500000000"
                     *     }
                     */
                    "application/json": components["schemas"]["CreditsOut"];
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
    getApiCreditsTransactions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                     *           "id": "txn_01jd0000000000000000000000",
                     *           "type": "settle",
                     *           "available_change": "12.500000000",
                     *           "reserved_change": "12.500000000",
                     *           "consumed_change": "12.500000000",
                     *           "grant_id": "grt_01jd0000000000000000000000",
                     *           "operation_id": "op_01jd0000000000000000000000",
                     *           "created_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_cursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["CreditTransactionList"];
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
    getApiCreditsGrants: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                     *           "id": "01jd0000000000000000000000",
                     *           "amount": "12.500000000",
                     *           "remaining": "12.500000000",
                     *           "spent": "12.500000000",
                     *           "revoked": "12.500000000",
                     *           "expired": "12.500000000",
                     *           "state": "granted",
                     *           "expires_at": "2030-01-01T00:00:00Z",
                     *           "created_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_cursor": "eyJhIjoxfQ",
                     *       "next_expiry": {
                     *         "at": "2026-12-31T00:00:00Z",
                     *         "remaining": "12.500000000"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreditGrantList"];
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
    getApiCreditsHolds: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                     *           "operation_id": "op_01jd0000000000000000000000",
                     *           "kind": "call",
                     *           "api_key_id": "key_01jd0000000000000000000000",
                     *           "held": "0.024600000",
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "expires_at": "2030-01-01T00:00:00Z",
                     *           "age_seconds": 0
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_cursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["HoldList"];
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
    getApiCreditsThreshold: {
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
                     *       "threshold": "12.5"
                     *     }
                     */
                    "application/json": components["schemas"]["CreditThreshold"];
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
    putApiCreditsThreshold: {
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
                 *       "threshold": "10"
                 *     }
                 */
                "application/json": components["schemas"]["CreditThreshold"];
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
                     *       "threshold": "12.5"
                     *     }
                     */
                    "application/json": components["schemas"]["CreditThreshold"];
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
    getApiWebhooks: {
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
    postApiWebhooks: {
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
                 *       "url": "https://example.com/hooks",
                 *       "events": [
                 *         "credit.low"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreate"];
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
    getApiWebhooksByWebhookId: {
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
    deleteApiWebhooksByWebhookId: {
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
            403: components["responses"]["Refused403d"];
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
    patchApiWebhooksByWebhookId: {
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
                 *       "events": [
                 *         "credit.low",
                 *         "operation.ended"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
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
            503: components["responses"]["Refused503b"];
            504: components["responses"]["Refused504"];
        };
    };
    postApiWebhooksByWebhookIdRotateSecret: {
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
            403: components["responses"]["Refused403d"];
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
    postApiWebhooksByWebhookIdTest: {
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
            403: components["responses"]["Refused403d"];
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
    getApiWebhooksByWebhookIdDeliveries: {
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
    getApiWebhooksByWebhookIdDeliveriesByMessageId: {
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
    postApiWebhooksByWebhookIdDeliveriesByMessageIdResend: {
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
            403: components["responses"]["Refused403d"];
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
    getApiUsage: {
        parameters: {
            query?: {
                days?: number;
                from?: string;
                to?: string;
                time_zone?: string;
                step?: "day" | "hour";
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
                     *       "time_zone": "Europe/Berlin",
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
                     *       "errors": [
                     *         {
                     *           "code": "upstream_timeout",
                     *           "status": 0,
                     *           "requests": 0
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
                     *           "credits": "0.000052500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageOut"];
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
    getApiUsageSessions: {
        parameters: {
            query?: {
                days?: number;
                mode?: components["schemas"]["ModeFilter"];
                session_id?: string;
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
                     * @example {
                     *       "days": 0,
                     *       "from": "2026-12-31T00:00:00Z",
                     *       "until": "2026-12-31T00:00:00Z",
                     *       "data": [
                     *         {
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
                    "application/json": components["schemas"]["SessionUsageOut"];
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
    getApiRequests: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                api_key_id?: string;
                mode?: "live" | "test" | "all";
                model?: string;
                status?: string;
                request_id?: string;
                session_id?: string;
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
                     *           "session_id": "b5b7e8c0-0000-7000-8000-000000000000"
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_cursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["RequestList"];
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
    getApiRequestsByPublicId: {
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
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RequestDetail"];
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
    getApiOperations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "open" | "ended";
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
                     *           "id": "op_01jd0000000000000000000000",
                     *           "state": "done",
                     *           "mode": "live",
                     *           "endpoint": "POST /v1/chat/completions",
                     *           "api_key_id": "key_01jd0000000000000000000000",
                     *           "request_id": "req_01jd0000000000000000000000",
                     *           "public_id": "req_01jd0000000000000000000000",
                     *           "status": 0,
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "finished_at": "2026-12-31T00:00:00Z",
                     *           "expires_at": "2030-01-01T00:00:00Z",
                     *           "answer_kept": true
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_cursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["OperationList"];
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
    getApiOperationsByOpId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example op_01jd0000000000000000000000 */
                op_id: string;
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
                     *       "id": "op_01jd0000000000000000000000",
                     *       "state": "done",
                     *       "mode": "live",
                     *       "endpoint": "POST /v1/chat/completions",
                     *       "api_key_id": "key_01jd0000000000000000000000",
                     *       "request_id": "req_01jd0000000000000000000000",
                     *       "public_id": "req_01jd0000000000000000000000",
                     *       "status": 0,
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "finished_at": "2026-12-31T00:00:00Z",
                     *       "expires_at": "2030-01-01T00:00:00Z",
                     *       "answer_kept": true,
                     *       "answer": "{\"object\":\"chat.completion\"}"
                     *     }
                     */
                    "application/json": components["schemas"]["OperationDetail"];
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
    getApiVideos: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "open" | "ended";
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
                     *           "id": "vid_01jd0000000000000000000000",
                     *           "state": "queued",
                     *           "progress": 0,
                     *           "mode": "live",
                     *           "model": "sandbox/echo",
                     *           "api_key_id": "key_01jd0000000000000000000000",
                     *           "request_id": "req_01jd0000000000000000000000",
                     *           "public_id": "req_01jd0000000000000000000000",
                     *           "seconds": 0,
                     *           "resolution": "720p",
                     *           "aspect_ratio": "16:9",
                     *           "generate_audio": true,
                     *           "error": {
                     *             "code": "upstream_timeout",
                     *             "message": "The provider did not answer in time."
                     *           },
                     *           "held": "0.024600000",
                     *           "charged": "0.000052500",
                     *           "file": {
                     *             "bytes": 0,
                     *             "seconds": 0,
                     *             "width": 0,
                     *             "height": 0,
                     *             "kept_until": "2026-12-31T00:00:00Z"
                     *           },
                     *           "created_at": "2026-12-31T00:00:00Z",
                     *           "finished_at": "2026-12-31T00:00:00Z"
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_cursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["VideoList"];
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
    getApiVideosByVideoId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example vid_01jd0000000000000000000000 */
                video_id: string;
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
                     *       "id": "vid_01jd0000000000000000000000",
                     *       "state": "queued",
                     *       "progress": 0,
                     *       "mode": "live",
                     *       "model": "sandbox/echo",
                     *       "api_key_id": "key_01jd0000000000000000000000",
                     *       "request_id": "req_01jd0000000000000000000000",
                     *       "public_id": "req_01jd0000000000000000000000",
                     *       "seconds": 0,
                     *       "resolution": "720p",
                     *       "aspect_ratio": "16:9",
                     *       "generate_audio": true,
                     *       "error": {
                     *         "code": "upstream_timeout",
                     *         "message": "The provider did not answer in time."
                     *       },
                     *       "held": "0.024600000",
                     *       "charged": "0.000052500",
                     *       "file": {
                     *         "bytes": 0,
                     *         "seconds": 0,
                     *         "width": 0,
                     *         "height": 0,
                     *         "kept_until": "2026-12-31T00:00:00Z"
                     *       },
                     *       "created_at": "2026-12-31T00:00:00Z",
                     *       "finished_at": "2026-12-31T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["VideoOut"];
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
}

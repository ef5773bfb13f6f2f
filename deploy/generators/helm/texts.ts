import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { releasedVersion } from './sources.ts';

const ICON = join(REPOSITORY_ROOT, 'services/docs/web/public/favicon.svg');

/** The icon itself as an address: whoever looks at a chart may reach no server of ours. */
const icon = (): string => `data:image/svg+xml;base64,${readFileSync(ICON).toString('base64')}`;

/** `Chart.yaml`: the chart has the version of what it installs. */
export const chartYaml = (): string => `apiVersion: v2
name: tollgate
description: One OpenAI-style API in front of many model providers, with a prepaid wallet.
type: application
version: ${releasedVersion()}
appVersion: ${releasedVersion()}
kubeVersion: '>=1.29.0-0'
icon: ${icon()}
`;

/** What several templates use. */
export const HELPERS = `{{- define "tollgate.tag" -}}
{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* Takes the root and the name of an image. */}}
{{- define "tollgate.image" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $image := $root.Values.image -}}
{{- $digest := get $image.digests $name -}}
{{ $image.registry }}{{ $image.prefix }}{{ $name }}{{ if $digest }}@{{ $digest }}{{ else }}:{{ include "tollgate.tag" $root }}{{ end }}
{{- end }}

{{- /* A Job cannot be changed once there is one: another version, and other values of its pod, make another Job. */}}
{{- define "tollgate.migration" -}}
{{- $of := list .Chart.Version .Values.image .Values.secrets.migrate .Values.services.migrate .Values.extraEnv .Values.nodeSelector .Values.tolerations .Values.affinity .Values.priorityClassName .Values.podLabels .Values.podAnnotations .Values.extraVolumes .Values.extraVolumeMounts -}}
migrate-{{ include "tollgate.tag" . | lower | replace "_" "-" | replace "." "-" | trunc 40 | trimSuffix "-" }}-{{ $of | toJson | sha256sum | trunc 8 }}
{{- end }}

{{- /* Takes a service, its further variables and the names of those that it has: a variable stands once. */}}
{{- define "tollgate.extraEnvCheck" -}}
{{- $service := index . 0 -}}
{{- $taken := index . 2 -}}
{{- range index . 1 -}}
{{- if has .name $taken -}}
{{- fail (printf "extraEnv: %s of %s is set by the chart, or twice" .name $service) -}}
{{- end -}}
{{- $taken = append $taken .name -}}
{{- end -}}
{{- end }}
`;

/** What Helm prints after an installation. */
export const NOTES = `Tollgate {{ include "tollgate.tag" . }} comes up in the namespace {{ .Release.Namespace }}; processes are ready once the migration has ended:

  kubectl -n {{ .Release.Namespace }} wait --for=condition=complete --timeout=15m job/{{ include "tollgate.migration" . }}
  kubectl -n {{ .Release.Namespace }} rollout status statefulset/inference

Sign in as the administrator at https://{{ .Values.hosts.internal }} with PLATFORM_ADMIN_EMAIL and PLATFORM_ADMIN_PASSWORD of the Secret {{ .Values.secrets.admin }}. Register a provider, approve and price a model, make a user, grant credits and make a key. The first call then is:

  curl https://{{ .Values.hosts.public }}/v1/chat/completions \\
    -H "Authorization: Bearer $TOLLGATE_API_KEY" -H 'Content-Type: application/json' \\
    -d '{"model": "<one of GET /v1/models>", "messages": [{"role": "user", "content": "Hello"}]}'

Documentation: https://{{ .Values.hosts.public }}/docs
{{- if not .Values.trustedProxies }}

trustedProxies is empty: all clients have the address of your ingress controller and share one throttle.
{{- end }}
`;

{{- define "tollgate.tag" -}}
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
{{- $of := list .Chart.Version .Values.image .Values.secrets.migrate .Values.services.migrate .Values.nodeSelector .Values.tolerations .Values.affinity .Values.priorityClassName .Values.podLabels .Values.podAnnotations .Values.extraVolumes .Values.extraVolumeMounts -}}
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

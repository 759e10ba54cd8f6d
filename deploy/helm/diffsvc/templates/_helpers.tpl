{{/* The name of everything in this release. */}}
{{- define "diffsvc.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels that never change: a deployment selects its pods by them. */}}
{{- define "diffsvc.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "diffsvc.labels" -}}
{{ include "diffsvc.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* What every pod has. No process is root, none writes its root file system, none may gain rights. */}}
{{- define "diffsvc.pod" -}}
serviceAccountName: {{ .Values.serviceAccountName }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secrets.signing }}, defaultMode: 288 }
  - { name: temporary, emptyDir: {} }
  - { name: data, emptyDir: {} }
{{- end -}}

{{/* What every container has. The settings are in the pod, so that a change of them replaces it. */}}
{{- define "diffsvc.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - secretRef: { name: {{ .Values.secrets.addresses }} }
env:
  - { name: DIFFSVC_HOST, value: 0.0.0.0 }
  - { name: DIFFSVC_PORT, value: '4870' }
  - { name: DIFFSVC_OPERATIONS_PORT, value: '9464' }
  - { name: DIFFSVC_OPERATIONS_HOST, value: 0.0.0.0 }
  - { name: DIFFSVC_SECRETS_FILE, value: /etc/diffsvc/secrets.json }
  - name: DIFFSVC_BASE_URL
    value: {{ .Values.settings.baseUrl | quote }}
  - name: DIFFSVC_OBJECT_STORE_URL
    value: {{ .Values.settings.objectStoreUrl | quote }}
  - name: DIFFSVC_TRUSTED_PROXIES
    value: {{ .Values.settings.trustedProxies | quote }}
  - name: DIFFSVC_DATABASE_CONNECTIONS
    value: {{ .Values.settings.databaseConnections | quote }}
  {{- range $name, $value := .Values.settings.more }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /etc/diffsvc, readOnly: true }
  - { name: temporary, mountPath: /tmp }
  - { name: data, mountPath: /data }
{{- end -}}

{{/* The probes of a replica. The operations port answers them, also for a worker. */}}
{{- define "diffsvc.probes" -}}
startupProbe: { httpGet: { path: /health/live, port: operations }, periodSeconds: 2, failureThreshold: 60 }
livenessProbe:
  httpGet: { path: /health/live, port: operations }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe: { httpGet: { path: /health/ready, port: operations }, periodSeconds: 2, timeoutSeconds: 3 }
{{- end -}}

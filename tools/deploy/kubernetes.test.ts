import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { CronJob } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Manifest, readManifests, variables } from './deploy-files.ts'

const folder = 'deploy/kubernetes'
const kinds = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  CronJob,
  Namespace,
  PersistentVolumeClaim,
  Secret,
  Service,
}
const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
const files = readdirSync(folder).filter((file) => file !== 'kustomization.yaml')
const manifests = files.flatMap((file) => readManifests(join(folder, file)))
const roles = ['site', 'gateway', 'feed', 'payments']

function find<K extends keyof typeof kinds>(kind: K, name: string): InstanceType<(typeof kinds)[K]> {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found as unknown as InstanceType<(typeof kinds)[K]>
}

test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
  'the Kubernetes manifest %s has only the fields of its kind',
  (_, manifest: Manifest) => {
    const Kind = kinds[manifest.kind as keyof typeof kinds]
    expect(manifest.apiVersion).toBe(new Kind({ metadata: {} } as never).apiVersion)
    new Kind(manifest as never).validate()
  },
)

test('a Kubernetes manifest with a field that its kind does not have is refused', () => {
  expect(() => new Deployment({ metadata: { name: 'x' }, spec: { replica: 2 } } as never).validate()).toThrow()
})

test('every Kubernetes manifest file is applied, except the example of the secrets', () => {
  expect([...kustomization.resources, 'secret.example.yaml'].sort()).toEqual(files.sort())
  expect(kustomization.images.map(({ name }: { name: string }) => name)).toEqual(['tapewire'])
})

test('the Kubernetes manifests use only settings of the product', () => {
  const names = [
    ...Object.keys(find('ConfigMap', 'tapewire').data ?? {}),
    ...manifests.filter(({ kind }) => kind === 'Secret').flatMap(({ stringData }) => Object.keys(stringData ?? {})),
  ]
  expect(names.filter((name) => !variables.has(name))).toEqual([])
})

test.each(roles)(
  'the Kubernetes deployment of the role %s has all probes, restricted rights and enough time to drain',
  (role) => {
    const { spec } = find('Deployment', `tapewire-${role}`)
    const pod = spec?.template.spec
    const container = pod?.containers[0]
    if (!spec || !pod || !container) throw new Error(role)
    const labels = { 'app.kubernetes.io/name': 'tapewire', 'app.kubernetes.io/component': role }
    expect(spec.selector.matchLabels).toEqual(labels)
    expect(spec.template.metadata?.labels).toEqual(labels)
    expect(container.env).toEqual([{ name: 'ROLES', value: role }])
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
    const { startupProbe, livenessProbe, readinessProbe } = container
    const probes = [startupProbe, livenessProbe, readinessProbe]
    expect(probes.map((probe) => probe?.httpGet?.path)).toEqual(['/healthz/startup', '/healthz/live', '/healthz/ready'])
    const ports = new Set(container.ports?.map(({ name }) => name))
    for (const probe of probes) expect(ports).toContain(probe?.httpGet?.port)
    const drainSeconds = Number(find('ConfigMap', 'tapewire').data?.DRAIN_SECONDS)
    const { periodSeconds = 10, failureThreshold = 3 } = readinessProbe ?? {}
    expect(drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 5)
    const budget = find('PodDisruptionBudget', `tapewire-${role}`)
    expect(budget.spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: labels } })
  },
)

test.each(['site', 'gateway'])(
  'the Kubernetes ingress routes requests to the role %s, and the autoscaler keeps at least two pods of the role',
  (role) => {
    const { spec } = find('Deployment', `tapewire-${role}`)
    const service = find('Service', `tapewire-${role}`)
    expect(service.spec?.selector).toEqual(spec?.selector.matchLabels)
    expect(spec?.template.spec?.containers[0]?.ports?.map(({ name }) => name)).toContain(
      service.spec?.ports?.[0]?.targetPort,
    )
    const backends = find('Ingress', 'tapewire').spec?.rules?.flatMap(({ http }) =>
      http?.paths.map(({ backend }) => backend.service),
    )
    expect(backends).toContainEqual({ name: `tapewire-${role}`, port: { name: service.spec?.ports?.[0]?.name } })
    const scaler = find('HorizontalPodAutoscaler', `tapewire-${role}`)
    expect(scaler.spec?.scaleTargetRef.name).toBe(`tapewire-${role}`)
    expect(scaler.spec?.minReplicas).toBeGreaterThan(1)
    // The autoscaler sets the number of replicas. A number in the manifest would reset it with each apply.
    expect(spec?.replicas).toBeUndefined()
  },
)

test.each(['backup', 'migrate'])(
  'the Kubernetes job %s has restricted rights and no secrets except those of the stores',
  (name) => {
    const job = find('CronJob', `tapewire-${name}`)
    const pod = job.spec?.jobTemplate.spec?.template.spec
    const container = pod?.containers[0]
    expect(pod?.restartPolicy).toBe('Never')
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
    expect(container?.resources?.limits?.memory).toBeDefined()
    expect(container?.envFrom?.flatMap(({ secretRef }) => secretRef?.name ?? [])).toEqual(['tapewire-stores'])
    // The migrations run when somebody creates a job from this manifest, before a new release.
    expect(job.spec?.suspend === true).toBe(name === 'migrate')
  },
)

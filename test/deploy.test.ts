// Tests what deploy/ offers: container, Compose, systemd, Kubernetes and Caddy files that name what exists and give nothing away.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod/mini'
import { settingNames } from '../server/foundation/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
const settings = new Set(settingNames())
const commands = spawnSync(process.execPath, [join(root, 'scripts', 'mailferry.mjs'), 'help'], { encoding: 'utf8' }).stdout

const SecurityContext = z.object({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
})
const PodTemplate = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.object({
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: z.optional(z.int()),
    securityContext: z.object({ runAsNonRoot: z.literal(true), seccompProfile: z.object({ type: z.literal('RuntimeDefault') }) }),
    containers: z.array(
      z.object({
        image: z.string(),
        args: z.array(z.string()),
        env: z.optional(z.array(z.looseObject({ name: z.string(), value: z.optional(z.string()) }))),
        ports: z.optional(z.array(z.object({ name: z.string(), containerPort: z.int() }))),
        securityContext: SecurityContext,
        resources: z.object({ limits: z.object({ memory: z.string() }) }),
        volumeMounts: z.array(z.looseObject({ name: z.string() })),
        startupProbe: z.optional(z.object({ httpGet: z.object({ path: z.string() }) })),
      }),
    ),
    volumes: z.array(z.looseObject({ name: z.string() })),
  }),
})
const Manifest = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: z.looseObject({ name: z.string() }) })
const Workload = z.object({ spec: z.object({ template: PodTemplate }) })
const Selecting = z.object({ spec: z.object({ selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }) })

const documents = parseAllDocuments(read('deploy/kubernetes/mailferry.yaml'))
const manifests = documents.map(document => Manifest.parse(document.toJS()))
const ofKind = (...kinds: string[]) => manifests.filter(manifest => kinds.includes(manifest.kind))
const podOf = (manifest: unknown) => Workload.parse(manifest).spec.template

test('on Kubernetes every role runs, migrations are a job, and no pod may do more than it has to', () => {
  expect(documents.flatMap(document => document.errors)).toEqual([])
  const pods = ofKind('Deployment', 'Job').map(podOf)
  const containers = pods.flatMap(pod => pod.spec.containers)
  const roles = containers.flatMap(container => container.env?.find(one => one.name === 'ROLES')?.value ?? [])
  expect(roles.toSorted()).toEqual(['delivery', 'mail', 'web'])
  expect(containers.map(container => container.args[0]).toSorted()).toEqual(['migrate', 'start', 'start', 'start'])
  for (const { image, args } of containers) {
    expect(image).toBe(`mailferry:${version}`)
    expect(commands).toContain(`  ${args[0]} `)
  }
  for (const { spec } of pods) {
    const volumes = spec.volumes.map(volume => volume.name)
    for (const mount of spec.containers.flatMap(container => container.volumeMounts)) expect(volumes).toContain(mount.name)
  }
})

test('on Kubernetes each deployment has a budget, selects its own pods, and drains before it is killed', () => {
  const budgets = ofKind('PodDisruptionBudget').map(budget => JSON.stringify(Selecting.parse(budget).spec.selector.matchLabels))
  for (const deployment of ofKind('Deployment')) {
    const { matchLabels } = Selecting.parse(deployment).spec.selector
    const pod = podOf(deployment)
    expect(pod.metadata.labels).toMatchObject(matchLabels)
    expect(budgets).toContain(JSON.stringify(matchLabels))
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(10)
  }
  expect(budgets).toHaveLength(3)
  const labels = ofKind('Deployment').map(deployment => podOf(deployment).metadata.labels)
  for (const service of ofKind('Service')) {
    const { selector } = z.object({ spec: z.object({ selector: z.record(z.string(), z.string()) }) }).parse(service).spec
    expect(labels.some(own => Object.entries(selector).every(([name, value]) => own[name] === value))).toBe(true)
  }
})

test('what the files set are settings of the server, and every secret in them is empty or a placeholder', () => {
  const Data = z.object({ data: z.optional(z.record(z.string(), z.string())), stringData: z.optional(z.record(z.string(), z.string())) })
  const given = ofKind('ConfigMap', 'Secret').map(manifest => Data.parse(manifest))
  const names = given.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }))
  expect(names.filter(name => !settings.has(name))).toEqual(['master.key'])
  const secrets = given.flatMap(({ stringData = {} }) => Object.entries(stringData)).filter(([, value]) => value !== '')
  expect(secrets).toEqual([['DATABASE_URL', 'postgres://mailferry:password@postgres.example.com:5432/mailferry']])
  const { services } = z
    .object({ services: z.record(z.string(), z.looseObject({ environment: z.optional(z.record(z.string(), z.string())) })) })
    .parse(parse(read('deploy/container/compose.yaml')))
  expect(Object.keys(services['mailferry']?.environment ?? {}).filter(name => !settings.has(name))).toEqual([])
})

test('with Compose only Caddy and the mail port are open, and the server runs with nothing that it does not need', () => {
  const Service = z.looseObject({
    image: z.string(),
    ports: z.optional(z.array(z.string())),
    networks: z.array(z.string()),
    read_only: z.optional(z.boolean()),
    cap_drop: z.optional(z.array(z.string())),
  })
  const Compose = z.object({
    services: z.record(z.string(), Service),
    networks: z.record(z.string(), z.looseObject({ internal: z.optional(z.boolean()) })),
    volumes: z.record(z.string(), z.unknown()),
  })
  const { services, networks } = Compose.parse(parse(read('deploy/container/compose.yaml')))
  expect(services['mailferry']).toMatchObject({ image: `mailferry:${version}`, ports: ['25:2525'], read_only: true, cap_drop: ['ALL'] })
  expect(services['postgres']).toMatchObject({ networks: ['inside'] })
  expect(services['postgres']?.ports).toBeUndefined()
  expect(networks['inside']?.internal).toBe(true)
  for (const { image } of Object.values(services)) expect(image).not.toMatch(/:latest$|^[^:]+$/)
})

test('the image holds the release alone, and runs as a user of its own', () => {
  const lines = read('deploy/container/Containerfile').split('\n')
  const final = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
  expect(final.filter(line => line.startsWith('COPY')).join()).toBe('COPY --from=build /release /opt/mailferry')
  expect(final.find(line => line.startsWith('USER '))).toBe('USER 10001:10001')
  expect(final.join('\n')).toMatch(/HEALTHCHECK[\s\S]*"health"/)
  expect(lines.filter(line => line.startsWith('FROM ')).every(line => /:[\w.-]+( AS |$)/.test(line) && !line.includes('latest'))).toBe(true)
})

test('systemd and Caddy accept their files, and the service is confined', () => {
  const unit = read('deploy/systemd/mailferry.service')
  expect(unit).toContain('ExecStart=/opt/mailferry/current/bin/mailferry start')
  if (existsSync('/usr/bin/systemd-analyze')) {
    const folder = mkdtempSync(join(tmpdir(), 'mailferry-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // What it runs is not installed here.
    const file = join(folder, 'mailferry.service')
    writeFileSync(file, unit.replace('/opt/mailferry/current/bin/mailferry', '/bin/true'))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter(line => line.includes('mailferry.service'))).toEqual([])
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
    const exposure = Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1] ?? 0)
    expect(exposure).toBeLessThan(2)
  }
  if (!existsSync('/usr/bin/caddy')) return
  const caddy = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/container/Caddyfile')], {
    encoding: 'utf8',
    env: { ...process.env, DOMAIN: 'mail.example.com' },
  })
  expect(caddy.status).toBe(0)
})

test('the build server tries both processors, both Nodes and every PostgreSQL', () => {
  const Matrix = z.object({
    jobs: z.record(
      z.string(),
      z.looseObject({ strategy: z.optional(z.looseObject({ matrix: z.record(z.string(), z.array(z.string())) })) }),
    ),
  })
  const { jobs } = Matrix.parse(parse(read('.github/workflows/ci.yml')))
  expect(jobs['test']?.strategy?.matrix).toEqual({
    node: ['20', '24'],
    postgres: ['15', '16', '17', '18'],
    runner: ['ubuntu-24.04', 'ubuntu-24.04-arm'],
  })
})

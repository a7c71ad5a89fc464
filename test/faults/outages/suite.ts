// Runs the outage suite: each fault alone, then in pairs, while mail flows; each is judged by itself.
import { type Chance, seeded } from '../chance.ts'
import type { Findings } from '../checker.ts'
import { noFindings } from '../mail/progress.ts'
import { withMore } from '../mail/report.ts'
import type { Cause } from './causes/cause.ts'
import { databaseCauses } from './causes/database.ts'
import { hostCauses } from './causes/hosts.ts'
import { metaCauses } from './causes/meta.ts'
import { surroundingCauses } from './causes/surroundings.ts'
import { calm, openOutageWorld } from './hosts/world.ts'
import { type JudgedFault, nameOf, openStage, playFault, warmUp } from './play.ts'

export interface OutageRun {
  /** At so many of the named steps a host is killed, and at so many frozen. */
  kills: number
  seed: number
  /** By name, two with + between them are a pair; null: all, alone and in pairs. */
  faults?: string[] | null
  perSecond?: number
  scale?: number
  mailboxes?: number
  people?: number
  /** By their names in bugs.ts. */
  bugs?: string[]
  quietMs?: number
  progress?: (text: string) => void
}

export const allCauses: Cause[] = [...metaCauses, ...databaseCauses, ...surroundingCauses, ...hostCauses]

export async function runOutages(run: OutageRun): Promise<Findings & { report: string[]; faults: JudgedFault[] }> {
  const { seed, progress = () => undefined, perSecond = 5, scale = 1, mailboxes = 20, quietMs = 180_000 } = run
  const chance = seeded(seed)
  const plan = run.faults ? run.faults.map(findCauses) : planAll(chance, run.kills)
  const world = await openOutageWorld({ people: run.people ?? 8, bugs: run.bugs ?? [] })
  const stage = openStage(world, seed, chance, { perSecond, scale, mailboxes, quietMs })
  const faults: JudgedFault[] = []
  let found = noFindings()
  try {
    await warmUp(stage)
    for (const causes of plan) {
      // One that breaks off is a finding; the others are played nevertheless.
      const judged = await playFault(stage, causes).catch(async (error: unknown) => {
        await calm(world)
        return breakOff(causes, error)
      })
      faults.push(judged)
      found = withMore(found, toFindings(judged))
      progress(describeFault(judged))
    }
  } finally {
    stage.traffic.stop()
    await world.close()
  }
  return { ...found, faults, report: [...faults.map(describeFault), ...describeSteps(faults)] }
}

function breakOff(causes: Cause[], error: unknown): JudgedFault {
  const name = nameOf(causes)
  const counts = { mails: 0, lost: 0, failed: 0, duplicates: 0, unknown: 0, outOfOrder: 0 }
  return { name, minutes: 0, findings: { ...counts, sentences: [`${name}: broke off: ${String(error)}`] }, healthyAfterMs: null }
}

function findCauses(name: string): Cause[] {
  return name.split('+').map(one => {
    const cause = allCauses.find(known => known.name === one)
    if (!cause) throw new Error(`There is no fault "${one}". Choose from: ${allCauses.map(known => known.name).join(', ')}`)
    return cause
  })
}

/** Each alone, and each with a partner of another kind. */
function planAll(chance: Chance, kills: number): Cause[][] {
  const kept = (prefix: string) => hostCauses.filter(({ name }) => name.startsWith(prefix)).slice(0, kills)
  const steps = new Set([...kept('kill@'), ...kept('freeze@')])
  const alone = allCauses.filter(cause => !cause.name.includes('@') || steps.has(cause))
  const pairs = alone.flatMap(cause => {
    const partners = alone.filter(other => other.kind !== cause.kind && (other.minutes ?? 0) <= 10)
    const partner = partners[Math.floor(chance() * partners.length)]
    return partner ? [[cause, partner]] : []
  })
  return [...alone.map(cause => [cause]), ...pairs]
}

const toFindings = ({ findings }: JudgedFault): Findings => ({
  ...{ mails: findings.mails, lost: findings.lost, duplicates: findings.duplicates, unknown: findings.unknown },
  sentences: findings.sentences,
})

function describeFault({ name, minutes, findings, healthyAfterMs }: JudgedFault): string {
  const { mails, lost, failed, duplicates, unknown, outOfOrder } = findings
  const order = outOfOrder === 0 ? 'kept' : `broken:${outOfOrder}`
  const healthy = healthyAfterMs === null ? 'never' : `${(healthyAfterMs / 1000).toFixed(1)}s`
  const counts = `mails=${mails} lost=${lost} failed=${failed} duplicates=${duplicates} unknown=${unknown}`
  return `fault=${name} minutes=${minutes} ${counts} order=${order} healthy_after=${healthy}`
}

/** What the kills at named steps cost, in a line of their own. */
function describeSteps(faults: JudgedFault[]): string[] {
  return ['kill', 'freeze'].flatMap(way => {
    const mine = faults.filter(({ name }) => name.startsWith(`${way}@`) && !name.includes('+'))
    return mine.length > 0 ? [`${way} at steps=${mine.length} lost=${mine.reduce((sum, { findings }) => sum + findings.lost, 0)}`] : []
  })
}

// Plays one fault, or two at once, while mail flows, and collects what it did.
import type { Chance } from '../chance.ts'
import type { Cause, Scene } from './causes/cause.ts'
import { describePending, openLedger, readFailed, readUnknown, readUnreported, type StandInLedger, watchUnknown } from './evidence.ts'
import { type OutageMail, openTraffic, pause, type Traffic } from './hosts/traffic.ts'
import type { OutageWorld } from './hosts/world.ts'
import { judgeOutage, type OutageFindings } from './judge.ts'

export interface Stage {
  world: OutageWorld
  traffic: Traffic
  ledger: StandInLedger
  chance: Chance
  perSecond: number
  /** How long faults last, compared with the usual. */
  scale: number
  /** How many come back at once. */
  mailboxes: number
  /** So long everything may take to arrive after a fault. */
  quietMs: number
  /** How long the first mails took when nothing was wrong: a busy machine is late with everything. */
  usualMs: number
}

/** A fault as it was judged. */
export interface JudgedFault {
  name: string
  minutes: number
  findings: OutageFindings
  /** Null: never within the time. */
  healthyAfterMs: number | null
}

const warmUpMs = 90_000

export const nameOf = (causes: Cause[]): string => causes.map(cause => cause.name).join('+')

/** Until every account is watched and every phone has had something. */
export async function warmUp(stage: Stage): Promise<void> {
  const { world, traffic, ledger } = stage
  const until = performance.now() + warmUpMs
  while (world.imap.connections() < world.people.length && performance.now() < until) await pause(100)
  await pause(1000)
  const startedAt = performance.now()
  const mails = world.people.map(person => traffic.toAccount(person))
  const isWarm = await untilSo(warmUpMs, () => isArrived(ledger, mails))
  if (isWarm === null) throw new Error('Mail does not flow although nothing is wrong.')
  stage.usualMs = isWarm - startedAt
}

export async function playFault(stage: Stage, causes: Cause[]): Promise<JudgedFault> {
  const { world, traffic, ledger } = stage
  const [first, failedBefore] = [traffic.mails.length, await readFailed(world)]
  const unreportedBefore = causes.some(cause => cause.losesReports) ? null : await readUnreported(world)
  await using unknownWatch = watchUnknown(world, await readUnknown(world))
  const mine = () => traffic.mails.slice(first)
  const scene = openScene(stage, mine)
  const quietMs = Math.max(stage.quietMs, ...causes.map(cause => cause.quietMs?.(scene) ?? 0))
  traffic.flow(stage.perSecond)
  await pause(1000)
  const sentences = (await Promise.all(causes.map(cause => cause.run(scene)))).flatMap(said => said ?? [])
  const backlogMs = Math.min(quietMs, await estimateBacklog(stage, mine()))
  const healthyAfterMs = await untilHealthy(stage, mine, quietMs + backlogMs)
  const pending = await untilOver(stage, mine(), unreportedBefore, healthyAfterMs === null ? 1000 : quietMs + backlogMs)
  if (pending !== '') sentences.push(`not everything is over: ${pending}`)
  // Copies that came last.
  await ledger.read()
  const failed = [...(await readFailed(world))].flatMap(([id, why]) => (failedBefore.has(id) ? [] : [why]))
  const unknown = await unknownWatch.stop()
  const tokens = new Set(mine().map(({ token }) => token))
  const bubbles = ledger.bubbles.filter(({ token }) => tokens.has(token))
  const findings = judgeOutage({ mails: mine(), bubbles, unknown, failed })
  sentences.push(...judgeHealth(causes, healthyAfterMs, backlogMs), ...judgeNever(causes, findings, bubbles.length))
  const name = nameOf(causes)
  return {
    name,
    minutes: Math.max(...causes.map(({ minutes = 0 }) => minutes)),
    findings: { ...findings, sentences: [...sentences, ...findings.sentences].map(sentence => `${name}: ${sentence}`) },
    healthyAfterMs,
  }
}

/** How long it takes until no mail is late any more; then no more of it comes. */
async function untilHealthy({ traffic, ledger, usualMs }: Stage, mine: () => OutageMail[], mostMs: number): Promise<number | null> {
  const endedAt = performance.now()
  const healthyAt = await untilSo(mostMs, () => {
    if (performance.now() - endedAt > flowsOnMs) traffic.flow(0)
    return isArrived(ledger, waitingLonger(mine(), usualMs + quickMs))
  })
  traffic.flow(0)
  return healthyAt === null ? null : healthyAt - endedAt
}

/** What is still under way after so long; empty as soon as nothing is. */
async function untilOver(
  { world, ledger }: Stage,
  mails: OutageMail[],
  unreportedBefore: ReadonlySet<string> | null,
  mostMs: number,
): Promise<string> {
  await untilSo(mostMs, () => isArrived(ledger, mails))
  const isOver = await untilSo(mostMs, async () => (await describePending(world, unreportedBefore)) === '')
  return isOver === null ? describePending(world, unreportedBefore) : ''
}

/**
 * How long what has waited may take: each phone gets its mails one after the other. The first mail of each had to be received, too,
 * so that sending one takes no more than half of its time.
 */
async function estimateBacklog({ world, ledger, usualMs }: Stage, mails: OutageMail[]): Promise<number> {
  await ledger.read()
  const waiting = mails.filter(({ token }) => !ledger.has(token)).length
  return ((waiting / world.people.length) * usualMs) / 2
}

const passEveryMs = 500
/** Claims last thirteen seconds of that clock, and the hosts learn of it each second. */
const passesPerSecondMs = 8000

function openScene(stage: Stage, mine: () => OutageMail[]): Scene {
  const { world, traffic, ledger, chance, scale, mailboxes, perSecond } = stage
  return {
    ...{ world, traffic, chance, mailboxes },
    hold: seconds => pause(seconds * 1000 * scale),
    async passMinutes(minutes) {
      const stepMs = (passesPerSecondMs * passEveryMs) / 1000
      for (let leftMs = minutes * 60_000; leftMs > 0; leftMs -= stepMs) {
        await world.pass(Math.min(leftMs, stepMs))
        await pause(passEveryMs)
      }
    },
    async countLate(seconds) {
      const patienceMs = 2 * stage.usualMs
      await pause(patienceMs)
      await ledger.read()
      return waitingLonger(mine(), seconds * 1000 + patienceMs).filter(({ token, taken }) => taken !== null && !ledger.has(token)).length
    },
    async inSilence(work) {
      traffic.flow(0)
      await untilSo(
        silenceMs + 10 * stage.usualMs,
        async () => (await isArrived(ledger, mine())) && (await describePending(world, null)) === '',
      )
      // A connection that has been idle for two seconds is not used again, so that no request goes to one that ends just now.
      await pause(idleMs)
      work()
      traffic.flow(perSecond)
    },
  }
}

const silenceMs = 20_000
const idleMs = 3000

/** Mail that comes after the end shows that it is one; a busy machine must come to an end of it. */
const flowsOnMs = 8000
/** A mail that is older than the usual and this should be on its phone. */
const quickMs = 3000
const healthySeconds = 45
/** Of a pair, each may delay the other. */
const pairSeconds = 30

function judgeHealth(causes: Cause[], healthyAfterMs: number | null, backlogMs: number): string[] {
  const usual = Math.max(...causes.map(cause => cause.healthySeconds ?? healthySeconds)) + (causes.length - 1) * pairSeconds
  const most = usual + Math.ceil(backlogMs / 1000)
  if (healthyAfterMs !== null && healthyAfterMs <= most * 1000) return []
  return [`was not healthy ${most} s after it ended`]
}

function judgeNever(causes: Cause[], { mails, lost, unknown }: OutageFindings, bubbles: number): string[] {
  const isNever = (what: 'unknown' | 'copies') => causes.every(({ never = [] }) => never.includes(what))
  const copies = bubbles - (mails - lost)
  return [
    ...(isNever('unknown') && unknown > 0 ? [`${unknown} outcomes are unknown, although nothing can have arrived unheard`] : []),
    ...(isNever('copies') && copies > 0 ? [`${copies} mails came once more, although every answer was heard`] : []),
  ]
}

const waitingLonger = (mails: OutageMail[], ms: number): OutageMail[] => {
  const before = performance.now() - ms
  return mails.filter(({ taken, began }) => (taken ?? began) < before)
}

async function isArrived(ledger: StandInLedger, mails: OutageMail[]): Promise<boolean> {
  await ledger.read()
  return mails.every(({ token }) => ledger.has(token))
}

async function untilSo(timeoutMs: number, isSo: () => Promise<boolean>): Promise<number | null> {
  const until = performance.now() + timeoutMs
  for (;;) {
    // The database may be what is in trouble.
    if (await isSo().catch(() => false)) return performance.now()
    if (performance.now() > until) return null
    await pause(250)
  }
}

export function openStage(
  world: OutageWorld,
  seed: number,
  chance: Chance,
  more: Omit<Stage, 'world' | 'traffic' | 'ledger' | 'chance' | 'usualMs'>,
): Stage {
  return { ...more, usualMs: 0, world, chance, traffic: openTraffic(world, chance, seed), ledger: openLedger(world.sandbox) }
}

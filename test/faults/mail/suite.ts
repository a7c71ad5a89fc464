// Runs the mail suite: kills the server a thousand times, with faults in its mailboxes, its database and its disks.
import { type Chance, seeded } from '../chance.ts'
import { type Findings, judge, judgeSilences } from '../checker.ts'
import { readLedger, readPhones, untilQuiet } from '../evidence.ts'
import { openPostman } from '../mails.ts'
import { openProxy, type Proxy } from '../proxy.ts'
import { misbehave, openWorld, type World } from '../world.ts'
import { causeFault, type Measured, noMeasurements, type Scene } from './faults.ts'
import { judgeCounts, pause, untilLive } from './measure.ts'
import { openProgress } from './progress.ts'
import { report, withMore } from './report.ts'
import { type FaultKind, planRounds, type Round } from './rounds.ts'

export interface MailRun {
  kills: number
  seed: number
  /** Without the faults that take minutes, or others. */
  kinds?: readonly FaultKind[]
  progress?: (text: string) => void
  /** Where it notes how far it is; null keeps no note. */
  noteFile?: string | null
}

/** Judged in worlds of so many kills each, so that a run that breaks off goes on with the next of them. */
const killsInWorld = 50
const quietMs = 120_000

export async function runMail({
  kills,
  seed,
  kinds,
  progress = () => undefined,
  noteFile,
}: MailRun): Promise<Findings & { report: string[] }> {
  const rounds = planRounds(kills, seed, kinds)
  const note = openProgress(noteFile ?? null, noMeasurements())
  let { found, measured, kill } = note.read()
  if (kill > 0) progress(`resumes after kill ${kill}; remove ${noteFile} to start over`)
  for (; kill < kills; kill = Math.min(kills, kill + killsInWorld)) {
    const part = await oneWorld(rounds.slice(kill, kill + killsInWorld), { kills, seed }, progress)
    found = withMore(found, part.found)
    measured = withMore(measured, part.measured)
    note.write({ found, measured, kill: Math.min(kills, kill + killsInWorld) })
  }
  note.remove()
  const late = [...judgeSilences(measured.holes), ...measured.sentences]
  return { ...found, sentences: [...found.sentences, ...late], report: report(measured) }
}

async function oneWorld(rounds: Round[], { kills, seed }: { kills: number; seed: number }, progress: (text: string) => void) {
  const proxies: Proxy[] = []
  const wayTo = async (port: number) => {
    const proxy = await openProxy(port)
    proxies.push(proxy)
    return proxy.port
  }
  const world = await openWorld({ wayTo, folder: 'Lists', onDisks: true })
  const measured = noMeasurements()
  try {
    if (!world.disks) progress('no disk is filled: small disks of their own need root on Linux')
    await misbehave(world.sandbox)
    const first = rounds[0]
    const postman = openPostman(world, seeded(seed + (first?.kill ?? 0)), seed, { isOdd: true })
    for (const round of rounds) {
      await oneLife({ world, postman, proxies, chance: round.chance, diesInIt: round.chance() < 0.3, measured }, round)
      if (round.kill % 20 === 0) progress(`${round.kill} of ${kills} kills, ${postman.putIn.length} mails in this world`)
    }
    const found = await judged(world, postman, measured, progress)
    return { found, measured }
  } finally {
    await world.close()
    for (const proxy of proxies) proxy.close()
  }
}

/** The server lives for a moment while mail comes in, something befalls it, and it is killed; now and then before it is ready. */
async function oneLife(around: Omit<Scene, 'server'>, { fault, chance, kill }: Round): Promise<void> {
  const { world, postman, measured } = around
  const scene: Scene = { ...around, server: world.startServer() }
  if (!fault && chance() < 0.15) await pause(chance() * 900)
  else {
    await scene.server.ready
    await somePosts(postman.post, chance)
    if (fault) await causeFault(scene, fault)
    await pause(chance() * 500)
    if (!around.diesInIt && scene.server.hasEnded()) measured.sentences.push(`kill ${kill}: the server had ended on its own (${fault})`)
  }
  await scene.server.kill()
  measured.counts.kill = (measured.counts.kill ?? 0) + 1
  if (chance() < 0.5) await postman.post()
}

async function somePosts(post: () => Promise<unknown>, chance: Chance): Promise<void> {
  if (chance() < 0.1) return void (await Promise.all(Array.from({ length: Math.floor(chance() * 40) }, () => post())))
  const mails = Math.floor(chance() * 7)
  for (let i = 0; i < mails; i++) {
    await post()
    await pause(chance() * 60)
  }
}

async function judged(world: World, postman: ReturnType<typeof openPostman>, measured: Measured, progress: (text: string) => void) {
  const server = world.startServer()
  await server.ready
  await postman.allTaken()
  const mails = postman.putIn.reduce((sum, { arrivals = 1 }) => sum + arrivals, 0)
  if (!(await untilQuiet(world, mails, quietMs))) progress('the ledger did not settle in time')
  for (const person of world.people) {
    if ((await untilLive(world, person, true, quietMs)) === null)
      measured.sentences.push(`${person.name}: the mailbox is not live at the end`)
    measured.sentences.push(...(await judgeCounts(world, person)))
  }
  const found = judge(postman.putIn, await readLedger(world), await readPhones(world))
  await server.stop()
  return found
}

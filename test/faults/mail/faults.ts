// Causes faults in and around the server while email arrives, and measures how long each takes to detect and recover from.
import type { Person } from '../api.ts'
import type { Chance } from '../chance.ts'
import type { Hole } from '../checker.ts'
import type { Disk } from '../disk.ts'
import type { Postman } from '../mails.ts'
import type { Running } from '../process.ts'
import type { Proxy, Weather } from '../proxy.ts'
import type { World } from '../world.ts'
import { pause, readMailbox, untilKept, untilLive } from './measure.ts'
import type { FaultKind } from './rounds.ts'

export interface Scene {
  world: World
  postman: Postman
  /** One for each person, in their order. */
  proxies: Proxy[]
  chance: Chance
  server: Running
  /** The server dies in the middle of the fault and is started again by the next round. */
  diesInIt: boolean
  measured: Measured
}

export interface Measured {
  counts: Partial<Record<FaultKind | 'kill', number>>
  holes: Hole[]
  /** Milliseconds until the first mail after it is kept. */
  recovered: { afterDovecot: number[]; afterDatabase: number[]; afterFullDisk: number[] }
  sentences: string[]
}

export const noMeasurements = (): Measured => ({
  counts: {},
  holes: [],
  recovered: { afterDovecot: [], afterDatabase: [], afterFullDisk: [] },
  sentences: [],
})

const mostMs = 90_000

/** Brings a fault about and waits until it is over, or until the server is dead. */
export async function causeFault(scene: Scene, kind: FaultKind): Promise<void> {
  const done = await causes[kind](scene)
  if (done) scene.measured.counts[kind] = (scene.measured.counts[kind] ?? 0) + 1
}

/** Each answers whether it came about. */
const causes: Record<FaultKind, (scene: Scene) => Promise<boolean>> = {
  async dovecot_restart(scene) {
    await scene.world.dovecot.restart()
    return recovering(scene, 'imap', 'afterDovecot')
  },
  async renumber(scene) {
    const person = anyPerson(scene)
    await scene.world.dovecot.renumber(person.name)
    return recovering(scene, 'imap', 'afterDovecot', person)
  },
  async database_kill(scene) {
    if (!scene.world.killDatabase()) return false
    return recovering(scene, 'address', 'afterDatabase')
  },
  database_full: scene => fullDisk(scene, scene.world.disks?.database),
  data_full: scene => fullDisk(scene, scene.world.disks?.data),
  hole: scene => blackHole(scene),
  latency: scene => badWeather(scene, { kind: 'latency', delayMs: 30 + scene.chance() * 400 }),
  stall: scene => badWeather(scene, { kind: 'stall' }),
  refuse: scene => badWeather(scene, { kind: 'refuse' }),
  async cut(scene) {
    for (const proxy of scene.proxies) proxy.turn({ kind: 'cut', afterBytes: 100 + scene.chance() ** 3 * 60_000 })
    for (const proxy of scene.proxies) proxy.reset()
    return badWeather(scene, null)
  },
  async reset(scene) {
    for (const proxy of scene.proxies) proxy.reset()
    return badWeather(scene, { kind: 'clear' })
  },
  async half_close(scene) {
    for (const proxy of scene.proxies) proxy.halfClose()
    return badWeather(scene, { kind: 'clear' })
  },
}

/** Everything to Dovecot goes through it for some seconds while mail comes; null: as it is already. */
async function badWeather(scene: Scene, weather: Weather | null): Promise<boolean> {
  const { proxies, chance } = scene
  if (weather) for (const proxy of proxies) proxy.turn(weather)
  await somePosts(scene, 3)
  await pause(chance() * 2500)
  if (scene.diesInIt) await scene.server.kill()
  for (const proxy of proxies) proxy.turn({ kind: 'clear' })
  await somePosts(scene, 2)
  return true
}

/** Puts in one mail and measures until it is kept; a server that dies meanwhile is not measured. */
async function recovering(
  scene: Scene,
  kind: 'imap' | 'address',
  into: keyof Measured['recovered'],
  person: Person = anyPerson(scene),
): Promise<boolean> {
  const { world, postman, measured } = scene
  const token = await postman.post({ person, kind })
  if (scene.diesInIt) {
    await pause(scene.chance() * 1500)
    await scene.server.kill()
    return true
  }
  const ms = await untilKept(world, person, token, mostMs)
  if (ms === null) measured.sentences.push(`${token}: was not kept ${mostMs / 1000} s after a fault (${into})`)
  else measured.recovered[into].push(ms)
  return true
}

/** Mail comes while nothing can be written; some of the time the server is killed on top of it and cannot start. */
async function fullDisk(scene: Scene, disk: Disk | undefined): Promise<boolean> {
  if (!disk) return false
  const { world, chance } = scene
  disk.fill()
  try {
    await somePosts(scene, 6)
    await pause(500 + chance() * 3000)
    if (scene.diesInIt) {
      await scene.server.kill()
      const second = world.startServer()
      await Promise.race([second.ready.catch(() => undefined), pause(2000 + chance() * 2000)])
      await second.kill()
    }
  } finally {
    disk.free()
  }
  return scene.diesInIt || recovering(scene, chance() < 0.5 ? 'imap' : 'address', 'afterFullDisk')
}

/** Some mailboxes fall silent one after the other; mail comes to them meanwhile. */
async function blackHole(scene: Scene): Promise<boolean> {
  await Promise.all(scene.world.people.map(person => untilLive(scene.world, person, true, mostMs)))
  const fallen = scene.proxies.flatMap((proxy, i) => {
    const person = scene.world.people[i]
    return person && (i === 0 || scene.chance() < 0.7)
      ? [{ proxy, person, afterMs: scene.chance() * 4000, lastsMs: lengthOf(scene.chance) }]
      : []
  })
  const holes = await Promise.all(fallen.map(one => fallSilent(scene, one)))
  scene.measured.holes.push(...holes)
  return true
}

/** Mostly short; a long one shows that whoever waits does not wait ever longer. */
const lengthOf = (chance: Chance): number => (chance() < 0.05 ? 60_000 + chance() * 180_000 : chance() * 15_000)

async function fallSilent(scene: Scene, fall: { proxy: Proxy; person: Person; afterMs: number; lastsMs: number }): Promise<Hole> {
  const { world, postman } = scene
  const { proxy, person } = fall
  await pause(fall.afterMs)
  // Something is heard of just before, so that the wait is a whole one.
  if (scene.chance() < 0.5) await untilKept(world, person, await postman.post({ person, kind: 'imap' }), mostMs)
  const began = Date.now()
  proxy.turn({ kind: 'hole' })
  await postman.post({ person, kind: 'imap' })
  const foundMs = await untilLive(world, person, false, mostMs)
  const lastProof = (await readMailbox(world, person))?.lastAliveAt ?? null
  await pause(fall.lastsMs)
  proxy.turn({ kind: 'clear' })
  const mendedMs = await untilLive(world, person, true, mostMs)
  return { mailbox: person.name, foundMs, mendedMs, falseProofMs: lastProof === null ? 0 : Math.max(0, lastProof.getTime() - began) }
}

async function somePosts({ postman, chance }: Scene, most: number): Promise<void> {
  const mails = Math.floor(chance() * (most + 1))
  for (let i = 0; i < mails; i++) await postman.post()
}

function anyPerson({ world, chance }: Scene): Person {
  const person = world.people[Math.floor(chance() * world.people.length)]
  if (!person) throw new Error('There is nobody to write to.')
  return person
}

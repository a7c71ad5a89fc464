// Tests that hosts which join and leave end up with equal shares, and that mailboxes then stay where they are.
import { expect, test } from 'vitest'
import { type HostLimit, shareStep } from './share.ts'

test.each<[string, Parameters<typeof shareStep>[0], ReturnType<typeof shareStep>]>([
  ['alone', { held: 10, all: 100, limit: null, limits: [null] }, { take: Number.POSITIVE_INFINITY, giveBack: 0 }],
  ['alone at its limit', { held: 50, all: 100, limit: 50, limits: [50] }, { take: 0, giveBack: 0 }],
  ['one of two, with all', { held: 1000, all: 1000, limit: null, limits: [null, null] }, { take: 0, giveBack: 9 }],
  ['one of two, with none', { held: 0, all: 1000, limit: null, limits: [null, null] }, { take: 525, giveBack: 0 }],
  ['within the slack', { held: 520, all: 1000, limit: null, limits: [null, null] }, { take: 5, giveBack: 0 }],
  ['beside a host that takes only ten', { held: 0, all: 100, limit: null, limits: [null, 10] }, { take: 94, giveBack: 0 }],
  ['with more mailboxes than all take', { held: 10, all: 100, limit: 10, limits: [10, 20] }, { take: 0, giveBack: 0 }],
])('a host %s', (_, input, step) => {
  expect(shareStep(input)).toEqual(step)
})

interface Host {
  limit: HostLimit
  held: number
}

/** One second of all living hosts; returns how many mailboxes changed hands. */
function tick(hosts: Host[], world: { all: number; free: number; given: number }): void {
  for (const host of hosts) {
    const { take, giveBack } = shareStep({ held: host.held, all: world.all, limit: host.limit, limits: hosts.map(one => one.limit) })
    const given = Math.min(host.held, giveBack)
    const taken = Math.min(world.free, take)
    host.held += taken - given
    world.free += given - taken
    world.given += given
  }
}

const heldBy = (hosts: Host[]): number[] => hosts.map(host => host.held)
const newHost = (limit: HostLimit = null): Host => ({ limit, held: 0 })

test.each([20, 300, 10_000])('three hosts that join and leave share %i mailboxes, and no mailbox moves twice', all => {
  const world = { all, free: all, given: 0 }
  const [first, second, third] = [newHost(), newHost(), newHost()]
  const run = (hosts: Host[], seconds: number) => {
    for (let i = 0; i < seconds; i++) tick(hosts, world)
    expect(world.free).toBe(0)
    const share = Math.ceil(all / hosts.length)
    expect(Math.max(...heldBy(hosts))).toBeLessThanOrEqual(share + Math.max(1, share * 0.05))
  }
  run([first], 1)
  run([first, second], 600)
  expect(world.given).toBeLessThanOrEqual(all / 2)
  world.given = 0
  run([first, second, third], 600)
  expect(world.given).toBeLessThanOrEqual(Math.ceil(all / 3))
  world.given = 0
  run([first, second, third], 600)
  expect(world.given).toBe(0)
  // The second one dies: the others take all of its mailboxes at once.
  world.free += second.held
  second.held = 0
  run([first, third], 1)
  expect(world.given).toBe(0)
  // A rolling restart: each is away for a while, and comes back with nothing.
  for (const away of [first, second, third]) {
    const others = [first, second, third].filter(host => host !== away)
    world.free += away.held
    away.held = 0
    run(others, 600)
    run([first, second, third], 600)
  }
  world.given = 0
  run([first, second, third], 60)
  expect(world.given).toBe(0)
})

test('while a mailbox comes and goes, nothing else moves', () => {
  const world = { all: 100, free: 100, given: 0 }
  const hosts = [newHost(), newHost(), newHost()]
  for (let i = 0; i < 100; i++) tick(hosts, world)
  world.given = 0
  for (let i = 0; i < 100; i++) {
    world.all += 1
    world.free += 1
    tick(hosts, world)
    const owner = hosts[i % 3]
    if (owner && owner.held > 0) owner.held -= 1
    world.all -= 1
    tick(hosts, world)
  }
  expect(world.given).toBeLessThanOrEqual(10)
})

test('a surplus is given back slowly', () => {
  const hosts = [newHost(), newHost()]
  const world = { all: 10_000, free: 10_000, given: 0 }
  tick([hosts[0] ?? newHost()], world)
  for (let i = 0; i < 60; i++) tick(hosts, world)
  expect(world.given).toBe(60 * 20)
})

// Tests the look-up of host names: what is cached, what is limited, and that slow name servers block nobody.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OutsideError } from './errors.ts'
import { parseHosts } from './hosts-file.ts'
import type { NameAnswer } from './name-cache.ts'
import { joinAnswers, openNames } from './names.ts'

const found = (address: string, ttlSeconds = 60): NameAnswer => ({ kind: 'found', endpoints: [{ address, family: 4 }], ttlSeconds })
const never = new Promise<NameAnswer>(() => undefined)

function openWith(answer: (name: string) => NameAnswer | Promise<NameAnswer>, hosts = '') {
  const asked: string[] = []
  let nowMs = 0
  let current = answer
  const resolve = openNames({
    ask: async name => {
      asked.push(name)
      return current(name)
    },
    readHosts: async () => parseHosts(hosts),
    now: () => nowMs,
  })
  const firstOf = async (host: string) =>
    resolve(host).then(
      ([endpoint]) => endpoint?.address,
      (error: unknown) => (error instanceof OutsideError ? error.kind : 'bug'),
    )
  return {
    asked,
    firstOf,
    pass: (seconds: number) => (nowMs += seconds * 1000),
    become: (next: typeof answer) => {
      current = next
    },
  }
}

test('a name is asked once for all who want it at the same time, and again when its time is over', async () => {
  const { asked, firstOf, pass, become } = openWith(() => found('192.0.2.1', 60))
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => firstOf('Graph.Example.com.'))))).toEqual(new Set(['192.0.2.1']))
  pass(59)
  await firstOf('graph.example.com')
  expect(asked).toEqual(['graph.example.com'])
  pass(2)
  become(() => found('192.0.2.2'))
  expect(await firstOf('graph.example.com')).toBe('192.0.2.2')
})

test('what was found before is used at once while name servers are silent, for a day', async () => {
  const { firstOf, pass, become } = openWith(() => found('192.0.2.1'))
  await firstOf('graph.example.com')
  become(() => never)
  pass(3600)
  const began = performance.now()
  expect(await firstOf('graph.example.com')).toBe('192.0.2.1')
  expect(performance.now() - began).toBeLessThan(1000)
  pass(22 * 3600)
  expect(await firstOf('graph.example.com')).toBe('192.0.2.1')
})

test('what was found before is used when name servers fail, but not when they say that the name is gone', async () => {
  const { firstOf, pass, become } = openWith(() => found('192.0.2.1'))
  await firstOf('graph.example.com')
  pass(3600)
  become(() => ({ kind: 'failed' }))
  expect(await firstOf('graph.example.com')).toBe('192.0.2.1')
  pass(3600)
  become(() => ({ kind: 'unknown' }))
  expect(await firstOf('graph.example.com')).toBe('unknown_host')
})

test('a name that does not exist, or that nobody answers for, is not asked again at once', async () => {
  const { asked, firstOf, pass, become } = openWith(() => ({ kind: 'unknown' }))
  expect([await firstOf('no.example.com'), await firstOf('no.example.com')]).toEqual(['unknown_host', 'unknown_host'])
  become(() => ({ kind: 'failed' }))
  expect([await firstOf('dead.example.com'), await firstOf('dead.example.com')]).toEqual(['timeout', 'timeout'])
  expect(asked).toEqual(['no.example.com', 'dead.example.com'])
  pass(61)
  become(() => found('192.0.2.1'))
  expect([await firstOf('no.example.com'), await firstOf('dead.example.com')]).toEqual(['192.0.2.1', '192.0.2.1'])
})

test('a domain whose name servers are silent takes up four look-ups, and others go on', async () => {
  const { asked, firstOf } = openWith(name => (name.endsWith('silent.example') ? never : found('192.0.2.1')))
  const waiting = Array.from({ length: 100 }, (_, i) => firstOf(`mail${i}.silent.example`))
  await pause(0)
  expect(await firstOf('graph.example.com')).toBe('192.0.2.1')
  expect(asked.filter(name => name.endsWith('silent.example'))).toHaveLength(4)
  expect(await waiting[99]).toBe('timeout')
})

test('names of this machine are never asked of name servers', async () => {
  const { asked, firstOf } = openWith(() => found('192.0.2.1'), '# comment\n10.0.0.5  Relay relay.internal # ours\nfe80::1%lo0 broken\n')
  expect([await firstOf('localhost'), await firstOf('app.localhost'), await firstOf('RELAY')]).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '10.0.0.5',
  ])
  expect(asked).toEqual([])
})

test('the addresses of both families are joined, and one family is enough', () => {
  const six: NameAnswer = { kind: 'found', endpoints: [{ address: '2001:db8::1', family: 6 }], ttlSeconds: 30 }
  expect(joinAnswers(found('192.0.2.1'), six)).toEqual({
    ...{ kind: 'found', ttlSeconds: 30 },
    endpoints: [
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ],
  })
  expect(joinAnswers({ kind: 'unknown' }, six)).toBe(six)
  expect(joinAnswers({ kind: 'failed' }, six)).toBe(six)
  expect(joinAnswers({ kind: 'unknown' }, { kind: 'failed' })).toEqual({ kind: 'failed' })
  expect(joinAnswers({ kind: 'failed' }, { kind: 'unknown' })).toEqual({ kind: 'failed' })
})

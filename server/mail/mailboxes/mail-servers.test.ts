// Tests the pause of a mail server that doesn't answer: nothing goes to it meanwhile, and the first answer ends it.
import { expect, test } from 'vitest'
import { openLog } from '../../foundation/log.ts'
import { countLeftAlone } from '../../foundation/outside/reach.ts'
import { MailError } from '../imap/errors.ts'
import { openMailServers } from './mail-servers.ts'

const server = { host: 'Imap.Example.com', port: 993 }

function openAt() {
  let nowMs = 0
  let attempts = 0
  const servers = openMailServers(openLog('silent'), () => new Date(nowMs))
  const tryWith = (problem: 'timeout' | 'wrong_password' | null, at = server) =>
    servers
      .connect(at, async () => {
        attempts++
        if (problem) throw new MailError(problem, 'for the test')
        return 'open'
      })
      .catch((error: unknown) => (error instanceof MailError ? error.problem : 'unknown'))
  return { servers, tryWith, pass: (ms: number) => (nowMs += ms), attempts: () => attempts }
}

test('a server that did not answer twice gets no third attempt for a while, whatever its case', async () => {
  const { tryWith, pass, attempts } = openAt()
  await tryWith('timeout')
  await tryWith('timeout')
  expect(await tryWith(null, { host: 'imap.example.com', port: 993 })).toBe('timeout')
  expect(attempts()).toBe(2)
  expect(await tryWith(null, { host: 'imap.example.com', port: 143 })).toBe('open')
  expect(countLeftAlone().mailServers).toBe(1)
  pass(15_000)
  expect(await tryWith(null)).toBe('open')
  expect(countLeftAlone().mailServers).toBe(0)
})

test('a refused password is an answer', async () => {
  const { tryWith, attempts } = openAt()
  for (let i = 0; i < 5; i++) expect(await tryWith('wrong_password')).toBe('wrong_password')
  expect(attempts()).toBe(5)
})

test('a server that has not answered yet is full with five, and one that has with twenty', async () => {
  const { servers, tryWith } = openAt()
  const name = 'imap.example.com:993'
  const left = Array.from({ length: 5 }, () => servers.enter(name))
  expect(servers.full()).toEqual([name])
  await tryWith(null)
  expect(servers.full()).toEqual([])
  for (const leave of left) leave()
  for (let i = 0; i < 20; i++) servers.enter(name)
  expect(servers.full()).toEqual([name])
})

test('after its pause, a single attempt finds out whether it answers again', async () => {
  const { servers, tryWith, pass } = openAt()
  await tryWith('timeout')
  await tryWith('timeout')
  pass(15_000)
  expect(servers.full()).toEqual([])
  const leave = servers.enter('imap.example.com:993')
  expect(servers.full()).toEqual(['imap.example.com:993'])
  leave()
  expect(servers.full()).toEqual([])
})

// Tests what the doctor says about mail providers in trouble and about servers that a host can't reach.
import { expect, test } from 'vitest'
import { loadWords } from '../../../foundation/words.ts'
import type { DoctorFinding } from '../finding.ts'
import type { HostFound } from '../service-owners.ts'
import { judgeMailProviders } from './mail-providers.ts'
import { judgeReach } from './reach.ts'

const t = loadWords().of('doctor')
const since = new Date('2026-11-26T12:00:00Z')
const say = ({ state, found, fix, values }: DoctorFinding): string => `${state}: ${t(found, values)}${fix ? ` ${t(fix, values)}` : ''}`

test('each provider in trouble is a finding, by the name that people know', () => {
  const [finding] = judgeMailProviders([{ server: 'imap.gmail.com', since, waiting: 1200 }])
  expect(finding).toMatchObject({ state: 'note', subject: 'imap.gmail.com', since })
  expect(finding && say(finding)).toMatch(
    /^note: Gmail \(imap\.gmail\.com\) is rejecting large numbers of its users\. 1,200 email accounts are waiting/,
  )
  expect(judgeMailProviders([]).map(say)).toEqual(['ok: No email provider is rejecting large numbers of its users.'])
})

test('slow name servers and a silent sign-in are findings; single silent mail servers are not', () => {
  const load = { loopDelayMs: 3, memoryBytes: 1, cpuPercent: 1, disk: null, connections: { max: 20, open: 1, idle: 1, waiting: 0 } }
  const host = (reach?: NonNullable<HostFound['load']['reach']>): HostFound => ({
    ...{ id: 'web-1', roles: [], version: '1', startedAt: since, beatAt: since },
    load: { ...load, ...(reach && { reach }) },
  })
  const none = { slowLookups: 0, mailServers: 0, signIns: [] }
  expect(say(judgeReach(host(none)))).toMatch(/^ok: web-1 resolves .* All mail servers are responding\.$/)
  expect(say(judgeReach(host({ ...none, mailServers: 3, slowLookups: 9 })))).toMatch(/^ok: .* 3 users’ mail servers aren’t responding/)
  expect(say(judgeReach(host({ ...none, slowLookups: 12 })))).toMatch(/^note: On web-1, 12 host name lookups/)
  expect(say(judgeReach(host({ ...none, signIns: ['microsoft'] })))).toMatch(
    /^note: web-1 isn’t getting a response when it renews sign-ins with microsoft/,
  )
  expect(judgeReach(host()).state).toBe('skipped')
})

// Tests that the overview's first sentence follows from every trouble; ways to overlook one are planted to see the tests catch them.
import { expect, test } from 'vitest'
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import { judgeHealth, type OpenAlert } from './health.ts'

const finding = (id: string, state: AdminFinding['state'], link?: string): AdminFinding => ({
  ...{ id, check: id, state, found: `Found ${id}.`, fix: null },
  ...(link && { link }),
})
const alert = (sameAs: string, state: AdminFinding['state'] = 'note'): OpenAlert => ({ sameAs, finding: finding(`alert.${sameAs}`, state) })
const well = [finding('database', 'ok'), finding('emails', 'skipped')]

test('all is well only without a finding and without an open alert', () => {
  expect(judgeHealth({ findings: well, alerts: [] })).toEqual({ state: 'ok', failing: 0, notes: 0, troubles: [] })
})

/** What an operator must learn from the first sentence. */
const troubles: Record<string, Parameters<typeof judgeHealth>[0]> = {
  'a disk that is nearly full': { findings: [...well, finding('disk.web-1', 'note')], alerts: [] },
  'a paused template': { findings: [...well, finding('template.a (en)', 'note')], alerts: [] },
  'email accounts that are down': { findings: [...well, finding('mailboxes', 'note')], alerts: [] },
  'an open alert that no finding reports': { findings: well, alerts: [alert('sign_in_network')] },
}

const saysAllIsWell = (judge: typeof judgeHealth, input: Parameters<typeof judgeHealth>[0]): boolean => judge(input).state === 'ok'

test.each(Object.entries(troubles))('%s is never "all is well"', (_, input) => {
  expect(saysAllIsWell(judgeHealth, input)).toBe(false)
  expect(judgeHealth(input)).toMatchObject({ state: 'note', failing: 0, notes: 1 })
})

const planted: Record<string, [typeof judgeHealth, Parameters<typeof judgeHealth>[0] | undefined]> = {
  'only failures count': [
    input => judgeHealth({ ...input, findings: input.findings.filter(({ state }) => state === 'failing') }),
    troubles['a disk that is nearly full'],
  ],
  'only parts count': [
    input => judgeHealth({ ...input, findings: input.findings.filter(({ id }) => !id.includes('.')) }),
    troubles['a paused template'],
  ],
  'alerts are overlooked': [input => judgeHealth({ ...input, alerts: [] }), troubles['an open alert that no finding reports']],
}

test.each(Object.entries(planted))('planted: %s, and the test sees it', (_, [judge, input]) => {
  expect(input && saysAllIsWell(judge, input)).toBe(true)
})

test('failures come first, each trouble has a page, and an alert that repeats a finding is left out', () => {
  const { troubles: listed, ...counts } = judgeHealth({
    findings: [finding('disk.web-1', 'note'), finding('delivery', 'failing', '/admin?list=deliveries'), ...well],
    alerts: [alert('delivery', 'failing'), alert('failure_rate', 'failing')],
  })
  expect(counts).toEqual({ state: 'failing', failing: 2, notes: 1 })
  expect(listed.map(({ id, link }) => `${id} ${link}`)).toEqual([
    'delivery /admin?list=deliveries',
    'alert.failure_rate /admin/diagnostics',
    'disk.web-1 /admin/diagnostics',
  ])
})

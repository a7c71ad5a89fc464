// Tests what is shown about an email's sender: verified, suspicious and why, or unknown.
import { expect, test } from 'vitest'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { messageDetail, messageLine } from '../app/queries/messages.fixture.ts'
import { stage } from '../stage.fixture.tsx'
import { SenderStatus } from './SenderCheck.tsx'
import { SenderMark } from './SenderMark.tsx'

const from = { name: 'Bank', address: 'service@bank.example' }
const statusText = async (change: Partial<MessageDetail>) => {
  const screen = await stage(<SenderStatus message={messageDetail(messageLine(1, 'read', { from }), change)} />, ['forwarded', 'sender'])
  return screen.container.textContent
}

test.each([
  [{ spf: 'fail', dkim: 'pass', dmarc: 'pass' }, 'Sender verified: this email is from bank.example.'],
  [{ spf: 'fail', dkim: 'none', dmarc: 'fail' }, 'Careful: this email claims to be from bank.example'],
  [{ spf: 'pass', dkim: 'pass', dmarc: 'none' }, 'Sender not verified: bank.example gives'],
] as const)('%o of an email without a badge is explained', async (auth, text) => {
  expect(await statusText({ auth })).toContain(text)
})

const first = { kind: 'first_time', seen: from.address, real: '' } as const

test('a warning names each of its reasons, and the rest is listed separately', async () => {
  const reasons = [{ kind: 'lookalike', seen: 'b4nk.example', real: 'bank.example' } as const, first]
  const text = await statusText({ sender: { badge: 'warning', reasons } })
  expect(text).toContain('Careful')
  expect(text).toContain('b4nk.example looks like bank.example, but it’s a different domain.')
  expect(text).toContain('This is the first email from service@bank.example.')
})

test('a verified sender is shown as such, whatever the individual checks were', async () => {
  const auth = { spf: 'none', dkim: 'pass', dmarc: 'none' } as const
  expect(await statusText({ auth, sender: { badge: 'verified', reasons: [] } })).toBe('Sender verified: this email is from bank.example.')
  expect(await statusText({ auth, sender: { badge: 'none', reasons: [] } })).toContain('Sender not verified')
})

test('nothing is shown without a check or a sender', async () => {
  expect(await statusText({ auth: null })).toBe('')
  expect(await statusText({ auth: null, sender: { badge: 'none', reasons: [] } })).toBe('')
  expect(await statusText({ from: null, auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass' } })).toBe('')
})

test('a list marks suspicious and verified senders', async () => {
  const screen = await stage(
    <>
      <SenderMark badge="warning" />
      <SenderMark badge="verified" />
      <SenderMark badge="none" />
      <SenderMark badge={undefined} />
    </>,
    ['forwarded'],
  )
  expect(screen.container.querySelectorAll('svg')).toHaveLength(2)
  await expect.element(screen.getByRole('img', { name: 'Suspicious sender' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Sender verified' })).toBeVisible()
})

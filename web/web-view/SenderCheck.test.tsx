// Tests what is said about an email's sender: verified, suspicious and why, or unknown.
import { expect, test } from 'vitest'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { detail, line } from '../app/queries/messages.fixture.ts'
import { stage } from '../stage.fixture.tsx'
import { SenderCheck, SenderMark } from './SenderCheck.tsx'

const from = { name: 'Bank', address: 'service@bank.example' }
const said = async (change: Partial<MessageDetail>) => {
  const screen = await stage(<SenderCheck message={detail(line(1, 'read', { from }), change)} />, ['forwarded', 'sender'])
  return screen.container.textContent
}

test.each([
  [{ spf: 'fail', dkim: 'pass', dmarc: 'pass' }, 'Sender checked: this mail is from bank.example.'],
  [{ spf: 'fail', dkim: 'none', dmarc: 'fail' }, 'Careful: this mail says it is from bank.example'],
  [{ spf: 'pass', dkim: 'pass', dmarc: 'none' }, 'Sender not proven: bank.example gives nothing'],
] as const)('of a mail from before badges, %o reads so', async (auth, text) => {
  expect(await said({ auth })).toContain(text)
})

const first = { kind: 'first_time', seen: from.address, real: '' } as const

test('a warning names each of its reasons, and the rest is listed separately', async () => {
  const reasons = [{ kind: 'lookalike', seen: 'b4nk.example', real: 'bank.example' } as const, first]
  const text = await said({ sender: { badge: 'warning', reasons } })
  expect(text).toContain('Careful')
  expect(text).toContain('b4nk.example looks like bank.example and is another.')
  expect(text).toContain('This is the first mail from service@bank.example.')
})

test('a proven sender is said to be one, whatever the first checks were', async () => {
  const auth = { spf: 'none', dkim: 'pass', dmarc: 'none' } as const
  expect(await said({ auth, sender: { badge: 'verified', reasons: [] } })).toBe('Sender checked: this mail is from bank.example.')
  expect(await said({ auth, sender: { badge: 'none', reasons: [] } })).toContain('Sender not proven')
})

test('without a check, or a sender, nothing is said', async () => {
  expect(await said({ auth: null })).toBe('')
  expect(await said({ auth: null, sender: { badge: 'none', reasons: [] } })).toBe('')
  expect(await said({ from: null, auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass' } })).toBe('')
})

test('a list marks those who warn and those who are proven', async () => {
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
  await expect.element(screen.getByRole('img', { name: 'Careful with this sender' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Sender checked' })).toBeVisible()
})

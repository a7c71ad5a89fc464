// The sentence about a mail's sender: checked, doubtful, or not provable; none where nobody checked.
import { expect, test } from 'vitest'
import { stage } from '../stage.tsx'
import { detail, line } from './made-up.ts'
import { SenderCheck } from './SenderCheck.tsx'

const from = { name: 'Bank', address: 'service@bank.example' }

test.each([
  [{ spf: 'fail', dkim: 'pass', dmarc: 'pass' }, 'Sender checked: this mail is from bank.example.'],
  [{ spf: 'fail', dkim: 'none', dmarc: 'fail' }, 'Careful: this mail says it is from bank.example'],
  [{ spf: 'pass', dkim: 'pass', dmarc: 'none' }, 'Sender not proven: bank.example gives nothing'],
] as const)('%o reads so', async (auth, text) => {
  const screen = await stage(<SenderCheck message={detail(line(1, 'read', { from }), { auth })} />, ['forwarded'])
  expect(screen.container.textContent).toContain(text)
})

test('without a check, or a sender, nothing is said', async () => {
  const auth = { spf: 'pass', dkim: 'pass', dmarc: 'pass' } as const
  const screen = await stage(
    <>
      <SenderCheck message={detail(line(1, 'read', { from }), { auth: null })} />
      <SenderCheck message={detail(line(1, 'read', { from: null }), { auth })} />
    </>,
    ['forwarded'],
  )
  expect(screen.container.textContent).toBe('')
})

// Tests detecting emails with a one-time code, and emails that only look like one.
import { expect, test } from 'vitest'
import { plainView } from '../filters/testing/plain-message.fixture.ts'
import { hasOneTimeCode } from './code.ts'
import type { MailView } from './view.ts'

const machine = { headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }] }
const hasCode = (subject: string, body: string, more: Partial<MailView> = machine) => hasOneTimeCode(plainView({ subject, body, ...more }))

test.each([
  ['Sign in', 'Your verification code is 482913.'],
  ['482 913 is your code', 'Use the code in the subject.'],
  ['Ihr Bestätigungscode', 'Geben Sie ein:\n\nK7Q-2XM'],
])('%j brings a code', (subject, body) => {
  expect(hasCode(subject, body)).toBe(true)
})

test.each([
  ['a code that has expired', 'Your code has expired', 'Ask for a new one.', machine],
  ['a number beside no word for a code', 'Invoice 482913', 'Amount: 4,820.00', machine],
  ['a code of the door, from a friend', 'Tonight', 'The code of the door is 4829, see you', { headers: [] }],
  ['an answer about a code', 'Your code', 'My code was 482913', { headers: [{ name: 'In-Reply-To', value: '<1@example.com>' }] }],
  ['a newsletter', 'Your code', 'Code: 482913', { headers: [{ name: 'List-Unsubscribe', value: '<https://n.example/u>' }] }],
  ['a code far below', 'News of the house', `${'A long story. '.repeat(400)}\nYour code is 482913`, machine],
])('%s brings no code', (_, subject, body, more) => {
  expect(hasCode(subject, body, more)).toBe(false)
})

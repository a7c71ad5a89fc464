// Tests that the chores of bulk mail are found by place and link target, in languages that nobody listed.
import { expect, test } from 'vitest'
import { foldChores } from './chores.ts'
import { textToBlocks } from './from-text.ts'
import { lineText } from './shapes.ts'

const unsubscribe = { name: 'List-Unsubscribe', value: '<https://news.example.com/u/7f3>' }
function shown(text: string, headers = [unsubscribe]): string[] {
  const message = { subject: '', from: [], headers, to: [{ name: '', address: 'anna@example.com' }] }
  const blocks = textToBlocks(text, message)
  foldChores(blocks, message)
  return blocks.filter(block => !block.fold).map(block => block.lines.map(lineText).join('\n'))
}

const content = 'The early boat leaves at seven from the new pier, and takes bicycles again.'

test('the link that the header names ends the email, with the small print above it', () => {
  const footer = '© Harbour Office\n\nDu får detta brev på anna@example.com\n\nSluta få brev: https://news.example.com/u/7f3?id=2\n\nPier 4'
  expect(shown(`${content}\n\n${footer}`)).toEqual([content])
  expect(shown(`${content}\n\nStop: https://example.com/optout/22`, [])).toEqual([content])
})

test('a link to a copy of the email goes from the top', () => {
  expect(shown(`Syns brevet inte? https://news.example.com/view-online/7\n\n${content}\n\nSluta: https://news.example.com/u/7f3`)).toEqual([
    content,
  ])
})

test('terms and settings amid a text end nothing', () => {
  const bill = `See our terms: https://example.com/email-settings\n\n${content}\n\nTotal: 9.99\n\nDue on Friday\n\nThanks for riding`
  expect(shown(`${content}\n\n${bill}`, [])).toHaveLength(6)
})

test('an email about a subscription keeps its only link, and a person may write about unsubscribing', () => {
  const only = 'Confirm: https://example.com/subscription/confirm'
  expect(shown(only, [])).toEqual([only])
  expect(shown(`${content}\n\nHow do I unsubscribe from this?`, [])).toHaveLength(2)
})

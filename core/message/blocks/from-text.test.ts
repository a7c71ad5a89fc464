// Tests converting plain text to blocks: wrapped lines are rejoined and PGP armor is stripped.
import { expect, test } from 'vitest'
import { textToBlocks } from './from-text.ts'
import { lineText } from './shapes.ts'

const about = { subject: '', headers: [], from: [] }
const lines = (text: string) => textToBlocks(text, about).map(block => block.lines.map(lineText))

test('wrapped lines are rejoined, even if they were wrapped a little early', () => {
  const broken =
    'Using a Mac and music software of today, musicians are finding\nthat they can create, record, and master their songs without\nthe need to pay for expensive studio time. Deck, our Pick of\nthe Week, offers a multitrack audio workstation that can take'
  expect(lines(broken)).toEqual([[broken.replaceAll('\n', ' ')]])
})

test('intended line breaks are kept', () => {
  const meant = 'The box came.\nI opened it.\nAll was in it.'
  expect(lines(meant)).toEqual([['The box came.', 'I opened it.', 'All was in it.']])
  const titles = 'A long title of something that is for sale here today\nAnother long title of something else that is for sale'
  expect(lines(titles)[0]).toHaveLength(2)
})

test('a signed text loses its armor, and a lone quotation mark is an empty line', () => {
  const signed = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHello\n|\nWorld\n- - a dash\n'
  expect(lines(signed)).toEqual([['Hello'], ['World'], ['a dash']])
})

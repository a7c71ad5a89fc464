// Tests rendering blocks as WhatsApp text: markup, cuts and links.
import { expect, test } from 'vitest'
import type { Block, TextRun } from '../../../core/message/blocks/shapes.ts'
import { readWhatsApp } from '../../../test/markup-reader.ts'
import { renderBlocks } from './text.ts'

const paragraph = (...spans: TextRun[]): Block => ({ kind: 'paragraph', lines: [spans] })
const text = (blocks: Block[], most = 1200, isWhole = false) =>
  renderBlocks({ version: 1, blocks, pictures: 0, isCut: false }, { maxLength: most, hardLimit: most }, isWhole).text
const bold = (letters: string): TextRun => ({ text: letters, marks: ['bold'] })

test('spans have markers where WhatsApp can show them, and none where it cannot', () => {
  expect(text([paragraph({ text: 'Am ' }, bold('Mittwoch'), { text: ', bitte' })])).toBe('Am *Mittwoch*, bitte')
  expect(text([paragraph({ text: 'un' }, bold('believ'), { text: 'able' })])).toBe('unbelievable')
  expect(text([paragraph({ text: 'so' }, bold(' wide '), { text: 'x' })])).toBe('so *wide* x')
  expect(text([paragraph({ text: 'both', marks: ['bold', 'italic'] })])).toBe('*_both_*')
  expect(text([paragraph(bold('2*3*4'))]).replaceAll('\u2060', '')).toBe('*2*3*4*')
  expect(readWhatsApp(text([paragraph(bold('2*3*4'))])).marked).toEqual([{ kind: 'bold', text: '2\u2060*\u20603\u2060*\u20604' }])
})

test('a span that is cut is closed, and cut between characters', () => {
  const family = '👨‍👩‍👧‍👦'
  const cut = text([paragraph(bold(`${'word '.repeat(20)}${family.repeat(20)}`))], 120)
  expect(cut.length).toBeLessThanOrEqual(120)
  expect(readWhatsApp(cut)).toMatchObject({ marked: [{ kind: 'bold' }], stray: [] })
  expect(cut.replaceAll(family, '').replace(/[*\w ]/g, '')).toBe('')
})

test('a link is written below its text, once, in full or not at all', () => {
  const href = 'https://shop.example/a_b_c?x=*1*'
  expect(text([paragraph({ text: 'Pay now', href }), paragraph({ text: 'Again', href })])).toBe(`Pay now\n${href}\n\nAgain`)
  expect(text([paragraph({ text: 'See ' }, { text: 'terms', href }, { text: ' and ' }, { text: 'help', href: 'https://h.example' })])).toBe(
    `See terms and help\nterms: ${href}\nhelp: https://h.example`,
  )
  expect(text([paragraph({ text: 'long '.repeat(10), href })], 60)).not.toContain('https')
})

test('tables, lists and quotes are rendered as lines', () => {
  const row = (...cells: string[]): Block => ({ kind: 'row', lines: cells.map(cell => [{ text: cell }]), isTight: true })
  const item = (number: number | undefined, depth: number): Block => ({
    kind: 'item',
    lines: [[{ text: 'x' }]],
    depth,
    isTight: true,
    ...(number === undefined ? {} : { number }),
  })
  expect(text([row('Total', '€ 5'), row('a', 'b', 'c')])).toBe('Total: € 5\na · b · c')
  expect(text([item(undefined, 1), item(undefined, 2), item(7, 1)])).toBe('- x\n   ◦ x\n7. x')
  expect(text([{ ...paragraph({ text: 'said' }), quote: 2 }])).toBe('> said')
  expect(text([paragraph({ text: '> not said' })])).toBe('\u2060> not said')
})

test('folded blocks are included only in the full text', () => {
  const blocks: Block[] = [paragraph({ text: 'Yes.' }), { ...paragraph({ text: 'Bo' }), fold: 'closing' }]
  expect(text(blocks)).toBe('Yes.')
  expect(text(blocks, 1200, true)).toBe('Yes.\n\nBo')
})

test('a marker before a link pairs with nothing, although its text begins with a letter', () => {
  expect(text([paragraph({ text: 'lpfc/lpfc_' }, { text: 'x.example', href: 'https://x.example' })])).toBe(
    'lpfc/lpfc\u2060_\u2060 https://x.example',
  )
})

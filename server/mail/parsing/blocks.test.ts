// Tests reading HTML emails as blocks, as the parser thread does.
import { expect, test } from 'vitest'
import { type Block, lineText } from '../../../core/message/blocks/shapes.ts'
import { viewed } from '../../../test/render-viewed.ts'

const mail = (html: string, more = '') =>
  Buffer.from(`From: Ann <ann@a.example>\r\nSubject: Hi\r\n${more}Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)
const read = async (html: string, more = ''): Promise<Block[]> => (await viewed(mail(html, more))).blocks?.blocks ?? []
const words = (blocks: Block[]) => blocks.map(block => `${block.kind}: ${block.lines.map(lineText).join(' | ')}`)

test.each([
  '<div style="display:none">secret</div>',
  '<div style="max-height:0px;overflow:hidden">secret</div>',
  '<span style="font-size:1px;line-height:1px;color:#fff">secret</span>',
  '<span style="mso-hide:all">secret</span>',
  '<p style="opacity:0">secret</p>',
  '<style>.pre{display:none}</style><div class="pre">secret</div>',
  '<script>secret</script><title>secret</title><!-- secret -->',
  '<!--[if mso]>secret<![endif]-->',
  '<img src="https://t.example/secret.gif" width="1" height="1" alt="secret">',
])('hidden content is left out: %s', async hidden => {
  expect(words(await read(`${hidden}<p>seen</p>`))).toEqual(['paragraph: seen'])
})

test('layout tables become paragraphs, data tables rows', async () => {
  const inner = '<table><tr><td>Total</td><td><b>€ 5</b></td></tr><tr><td>Due</td><td>Friday</td></tr></table>'
  const blocks = await read(
    `<table><tr><td style="font-size:0"><div style="font-size:24px">Your bill</div></td></tr><tr><td>${inner}</td></tr></table>`,
  )
  expect(words(blocks)).toEqual(['heading: Your bill', 'row: Total | € 5', 'row: Due | Friday'])
  expect(blocks[1]?.lines[1]).toEqual([{ text: '€ 5', marks: ['bold'] }])
})

test('lists, breaks, quotations and monospaced text keep their form', async () => {
  const html =
    '<p>a<br>b<br><br>c</p><ol start=3><li>x<ul><li>y</li></ul></li><li>z</li></ol><pre>1  2\n 3</pre><blockquote>said</blockquote>'
  const blocks = await read(html)
  expect(words(blocks)).toEqual([
    'paragraph: a | b',
    'paragraph: c',
    'item: x',
    'item: y',
    'item: z',
    'preformatted: 1  2 |  3',
    'paragraph: said',
  ])
  expect(blocks.map(block => [block.number, block.depth, block.quote])).toEqual([
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    [3, 1, undefined],
    [undefined, 2, undefined],
    [4, 1, undefined],
    [undefined, undefined, undefined],
    [undefined, undefined, 1],
  ])
})

test('pictures are counted except decorations, and an emoji is a character', async () => {
  const html =
    '<p>Look <img alt="🌿" src="https://a.example/e.png" width=20></p><img src="cid:1"><img src="https://a.example/x.jpg" alt="Boat"><img src="https://a.example/line.png" alt="">'
  const { blocks } = await viewed(mail(html))
  expect(blocks?.pictures).toBe(2)
  expect(words(blocks?.blocks ?? [])).toEqual(['paragraph: Look 🌿', 'picture: Boat'])
})

test('an email with very many elements is read in a moment, and one too deep is read as text', async () => {
  expect((await viewed(mail('<b>x</b>'.repeat(20_000)))).body).not.toBe('')
  const deep = await viewed(mail('<div>'.repeat(5000) + 'deep'))
  expect(deep.body).toContain('deep')
})

test('blocks fit into the space that the view leaves', async () => {
  const { blocks } = await viewed(mail('<p>word word word</p>'.repeat(5000)))
  expect(Buffer.byteLength(JSON.stringify(blocks))).toBeLessThan(17_000)
  expect(blocks?.isCut).toBe(true)
})

test('a paragraph larger than the space keeps its first lines', async () => {
  const { blocks } = await viewed(Buffer.from(`From: a@a.example\r\n\r\n${'Short line.\r\n'.repeat(4000)}`))
  expect(blocks?.isCut).toBe(true)
  expect(blocks?.blocks[0]?.lines.length).toBeGreaterThan(100)
  expect(Buffer.byteLength(JSON.stringify(blocks))).toBeLessThan(17_000)
})

test.each([
  ['a day that there is not', { paymentDueDate: '2026-99-99' }, { due: null }],
  ['a currency that is none', { totalPaymentDue: { value: '12', currency: 'Dollars' } }, undefined],
  ['a sum of ten thousand digits', { totalPaymentDue: { price: '9'.repeat(10_000), priceCurrency: 'EUR' } }, undefined],
])('data with %s yields only what can be rendered', async (_, part, expected) => {
  const said = { '@type': 'Invoice', totalPaymentDue: { price: '12.00', priceCurrency: 'EUR' }, ...part }
  const { card } = await viewed(mail(`<script type="application/ld+json">${JSON.stringify(said)}</script><p>seen</p>`))
  if (expected) expect(card).toMatchObject(expected)
  else expect(card).toBeUndefined()
})

test.each([
  ['a text', `<p>${'first words '.repeat(5000)}</p>`],
  ['a line of many pieces', `<p>${'<b>first</b> words '.repeat(5000)}</p>`],
])('%s in one endless line keeps its beginning', async (_, html) => {
  const { blocks } = await viewed(mail(html))
  expect(blocks?.isCut).toBe(true)
  expect(lineText(blocks?.blocks[0]?.lines[0] ?? []).length).toBeGreaterThan(1200)
  expect(Buffer.byteLength(JSON.stringify(blocks))).toBeLessThan(17 * 1024)
})

const shown = async (html: string, more = ''): Promise<string[]> => words((await read(html, more)).filter(block => !block.fold))

test('what is set smaller than the text at its end is folded, in any language, but no table or log', async () => {
  const text = '<p>The early boat leaves at seven.</p>'
  const small = (tag: string, inner: string) => `<${tag} style="font-size:11px">${inner}</${tag}>`
  expect(await shown(text + small('p', 'Hafnarskrifstofan ehf., Bryggja 4'))).toEqual(['paragraph: The early boat leaves at seven.'])
  expect(await shown(text + small('pre', 'at pier.ts:4'))).toHaveLength(2)
  expect(await shown(small('p', 'Only this is small') + text)).toHaveLength(2)
  expect(await shown(`<p style="font-size:24px">Your bill is here</p>${small('p', 'It is due on Friday')}`)).toHaveLength(2)
})

test('a signature that a mail program marked is folded, a class of a shop is not', async () => {
  const signed = (name: string) => `<div>Until Friday.</div><div class="${name}">Ann Boss, Sales</div>`
  for (const name of ['gmail_signature', 'protonmail_signature_block', 'moz-signature'])
    expect(await shown(signed(name))).toEqual(['paragraph: Until Friday.'])
  expect(await shown(signed('signature-collection'))).toEqual(['paragraph: Until Friday. | Ann Boss, Sales'])
})

// Checks the guides: quoted texts exist on our screens, links work, and pictures exist and are small.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { Guide } from '../core/api/help.ts'
import { guidePages, slugOf } from '../web/help/guides.ts'
import { createSearch, guideEntries } from '../web/help/search/guide-search.ts'
import { pages } from '../web/navigation/public-pages.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const json = (path: string): unknown => JSON.parse(read(path))

const Texts = z.record(z.string(), z.string())
const Piece = z.strictObject({
  p: z.optional(z.string()),
  list: z.optional(z.array(z.string())),
  steps: z.optional(z.array(z.string())),
  note: z.optional(z.string()),
  warn: z.optional(z.string()),
  picture: z.optional(z.string()),
  alt: z.optional(z.string()),
})
const Block = z.extend(Piece, { fold: z.optional(z.strictObject({ id: z.string(), title: z.string(), blocks: z.array(Piece) })) })
const GuideText = z.strictObject({
  minutes: z.int(),
  lede: z.string(),
  have: z.array(z.string()),
  need: z.array(z.string()),
  parts: z.array(z.strictObject({ id: z.string(), title: z.string(), step: z.optional(z.literal(true)), blocks: z.array(Block) })),
  trouble: z.array(z.strictObject({ id: z.optional(z.string()), says: z.string(), then: z.string() })),
  after: z.array(z.string()),
})
type GuideText = z.infer<typeof GuideText>

const guides = new Map<string, GuideText>(Guide.options.map(slug => [slug, GuideText.parse(json(`core/words/en/guides/${slug}.json`))]))
const guideAt = (slug: string): GuideText => {
  const guide = guides.get(slug)
  if (!guide) throw new Error(`There is no guide ${slug}.`)
  return guide
}
const said = readdirSync(join(root, 'core/words/en'))
  .filter(name => name.endsWith('.json') && !/^(site|guide|help)/.test(name))
  .flatMap(name => Object.values(Texts.parse(json(`core/words/en/${name}`))))
const plainly = new Set(said.map(text => text.replace(/<\/?\w+>/g, '')))
// What is nearly all values would read like anything.
const patterns = said
  .map(literalsOf)
  .filter(literals => literals.length > 1 && literals.join('').length > 7)
  .map(literals => new RegExp(`^${literals.map(text => RegExp.escape(text)).join('.*')}$`, 's'))

/** What a message holds between its values and choices, without tags. */
function literalsOf(message: string): string[] {
  let depth = 0
  let out = ''
  for (const letter of message.replace(/<\/?\w+>/g, '')) {
    if (letter === '{') depth++
    if (letter === '}' && --depth === 0) out += '\0'
    else if (depth === 0) out += letter
  }
  return out.split('\0')
}

const isSaid = (text: string): boolean => plainly.has(text) || patterns.some(pattern => pattern.test(text))

const texts = (guide: GuideText): string[] => [...JSON.stringify(guide).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(match => match[1] ?? '')
const idsOf = ({ parts, trouble }: GuideText): string[] => [
  ...['have', 'need', 'after', 'trouble'],
  ...parts.flatMap(part => [part.id, ...part.blocks.flatMap(({ fold }) => fold?.id ?? [])]),
  ...trouble.flatMap(({ id }) => id ?? []),
]

test('the guides of the wire, of the pages and of the texts are the same', () => {
  expect(pages.filter(page => page.path.startsWith('/help/')).map(page => page.path.slice('/help/'.length))).toEqual(Guide.options)
  expect(readdirSync(join(root, 'core/words/en/guides')).toSorted()).toEqual(Guide.options.map(slug => `${slug}.json`).toSorted())
})

test.each([...guides])('%s quotes names on our screens word for word', (_, guide) => {
  const quoted = texts(guide).flatMap(text => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(match => match[1] ?? ''))
  expect(quoted.filter(name => !isSaid(name))).toEqual([])
})

test.each([...guides])('%s says of what goes wrong what our screens and the phone say', (_, guide) => {
  expect(guide.trouble.map(({ says }) => says).filter(text => !isSaid(text))).toEqual([])
})

test('a name that no screen has is reported', () => {
  expect(
    ['Add email account', 'Sign in with Google', 'Make it so', 'imap.example.com did not like that'].filter(text => !isSaid(text)),
  ).toEqual(['Make it so', 'imap.example.com did not like that'])
})

const screens = ['/signup', '/email-accounts', '/whatsapp-connect', '/filters', '/forwarded-emails', '/dashboard', '/settings']

test.each([...guides])('%s has ids of its own, and every link of it leads somewhere', (slug, guide) => {
  const ids = idsOf(guide)
  expect(new Set(ids).size).toBe(ids.length)
  const links = texts(guide).flatMap(text => [...text.matchAll(/\]\((.+?)\)/g)].map(match => match[1] ?? ''))
  for (const link of links.filter(to => !to.startsWith('https://'))) {
    const [path = '', id] = link.split('#')
    expect([...pages.map<string>(page => page.path), ...screens, '']).toContain(path)
    if (id) expect(idsOf(path === '' ? guide : guideAt(path.replace('/help/', ''))), `${slug}: ${link}`).toContain(id)
  }
})

test('every link from the app into the guides works', () => {
  const sources = readdirSync(join(root, 'web/app'), { recursive: true, encoding: 'utf8' }).filter(name => /(?<!\.test)\.tsx?$/.test(name))
  const links = sources.flatMap(name => [...read(`web/app/${name}`).matchAll(/\/help\/([a-z-]+)(?:#([a-z-]+))?/g)])
  expect(links.length).toBeGreaterThan(4)
  for (const [link, slug = '', id] of links) expect(['', ...idsOf(guideAt(slug))], link).toContain(id ?? '')
})

/** A phone shows a picture some 330 px wide: of a wider one its letters could not be read there. */
const widestOnPhones = 420

test('every picture of a guide is there in both themes, a wide one for phones too, says what it shows, and all are small', () => {
  const sizes = z.record(z.string(), z.tuple([z.int(), z.int()])).parse(json('web/help/pictures.json'))
  const shown = [...guides.values()].flatMap(({ parts }) =>
    parts.flatMap(({ blocks }) => blocks.flatMap(block => [block, ...(block.fold?.blocks ?? [])])).filter(block => block.picture),
  )
  expect(shown.length).toBeGreaterThan(10)
  for (const { picture = '', alt = '' } of shown) {
    expect(sizes[picture], picture).toHaveLength(2)
    expect(alt.length, picture).toBeGreaterThan(30)
  }
  const wide = Object.entries(sizes).filter(([name, [width]]) => width > widestOnPhones && !name.endsWith('-narrow'))
  const narrow = wide.map(([name]) => `${name}-narrow`)
  for (const name of narrow) expect(sizes[name]?.[0], name).toBeLessThanOrEqual(widestOnPhones)
  expect(Object.keys(sizes).toSorted()).toEqual([...new Set([...shown.map(({ picture = '' }) => picture), ...narrow])].toSorted())
  const files = Object.keys(sizes).flatMap(name => ['light', 'dark'].map(theme => `web/public/help/${name}-${theme}.avif`))
  expect(readdirSync(join(root, 'web/public/help')).toSorted()).toEqual(files.map(file => file.split('/').at(-1)).toSorted())
  const bytes = files.map(file => statSync(join(root, file)).size)
  expect(Math.max(...bytes)).toBeLessThan(40_000)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000)
})

const search = createSearch(guidePages.flatMap(({ name }) => guideEntries(name, name, guideAt(slugOf(name)), 'What can go wrong')))

test.each([
  ['app password icloud', '/help/email-setup#icloud'],
  ['ICLOÚD', '/help/email-setup#icloud'],
  ['quiet huors', '/help/whatsapp-guide#quiet-hours'],
  ['digset', '/help/advanced-rules#digest'],
  ['whatsap link a phone', '/help/quick-setup#phone'],
  ['outlook refuses my password', '/help/email-setup#microsoft'],
  ['授权码', '/help/email-setup#qq'],
])('looking for “%s” finds %s', (words, to) => {
  expect(search(words).map(hit => hit.to)).toContain(to)
})

test('search finds nothing for nonsense, and its results are short', () => {
  expect(search('zzqx wvvk')).toEqual([])
  const hits = search('mail')
  expect(hits.length).toBeLessThanOrEqual(8)
  for (const { text } of hits) expect(text.length).toBeLessThan(130)
})

// Renders the public pages, the 404 page and the app shell to HTML at build time.
import { type ReactNode, StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import type { ServerOffer } from '../core/plans/offer.ts'
import { parseChangelog } from '../core/text/changelog.ts'
import { directionOf, type Language, languages } from '../core/words/languages.ts'
import { isMarketing, languagesOf, type PublicPage, pages, pathIn, redirects, soldEdition } from './navigation/public-pages.ts'
import { Providers } from './routes/Providers.tsx'
import { PublicDocument } from './routes/PublicDocument.tsx'
import { alternatesOf, headTags, origin, shareImage } from './site/head-tags.ts'
import { Offline } from './site/Offline.tsx'
import { OfferContext } from './site/offer.ts'
import { wake } from './site/wake.ts'
import { Overlay } from './ui/feedback/Overlay.tsx'
import { loadCatalogs, wordsFor } from './words/words.tsx'

/** The source of an inline script that loads these files on demand and starts the entry module. */
export const wakeScript = (files: readonly string[], entry: string): string =>
  `(${wake.toString()})(${JSON.stringify(files)},()=>import(${JSON.stringify(entry)}))`

export { origin, parseChangelog, redirects }

/** The paths of the home page and of the other pages that a private server doesn't show, in every language. */
export const publicPages = () => {
  const pathsOf = (page: PublicPage) => languagesOf(page).map(language => pathIn(page, language))
  return {
    home: pages.filter(({ name }) => name === 'home').flatMap(pathsOf),
    marketing: pages.filter(({ name }) => isMarketing(name)).flatMap(pathsOf),
  }
}

/** Paths in a language that a page isn't translated to, and the page in English. */
export const untranslated = (): { from: string; to: string }[] =>
  pages.flatMap(page =>
    languages
      .filter(language => !languagesOf(page).includes(language))
      .map(language => ({ from: `/${language}${page.path}`, to: page.path })),
  )

/** Each page in each of its languages, where nothing is sold: source file, body, head, and the texts of its share image. */
export const documents = () => renderPages(pages, null)

/** Before the plans are known: rendered at build time, and served only if the server can't render the pages itself. */
const unknownOffer: ServerOffer = { provider: null, items: [] }

/** The pages that follow what a server sells, in each of their languages. The server calls this when its plans change. */
export const soldDocuments = (offer: ServerOffer = unknownOffer) => {
  const following: readonly PublicPage[] = pages.filter(page => 'followsPlans' in page)
  return renderPages(following.map(soldEdition), offer)
}

const renderPages = (rendered: readonly PublicPage[], offer: ServerOffer | null) =>
  Promise.all(rendered.flatMap(page => languagesOf(page).map(language => renderPage(page, language, offer))))

async function renderPage(page: PublicPage, language: Language, offer: ServerOffer | null) {
  const path = pathIn(page, language)
  const { body, headElements } = await html(<PublicDocument path={path} />, offer)
  const { byId } = wordsFor(language)
  const title = byId(`${page.catalog}.${page.name}.title`)
  const description = byId(`${page.catalog}.${page.name}.description`)
  const trail = pages
    .filter(ancestor => ancestor.path === '/' || `${page.path}/`.startsWith(`${ancestor.path}/`))
    .map(ancestor => ({ name: byId(`pages.link.${ancestor.name}`), path: pathIn(ancestor, language) }))
  const tags = headTags(page, { language, title, description, brand: byId('ui.brand'), trail, offer })
  const catalogs = ['ui', 'pages', 'reader', page.catalog, ...(page.also ?? [])]
  return {
    path,
    language,
    direction: directionOf(language),
    catalogs,
    alternates: alternatesOf(page),
    file: sourceFile(page),
    body,
    head: headElements + tags,
    title,
    description,
    image: shareImage(page),
  }
}

/** The source file of a page's component, derived from its path and name. */
function sourceFile({ name, path, isSold }: PublicPage): string {
  const folder = path === '/help' || path.startsWith('/help/') ? 'help' : 'site/pages'
  const edition = isSold ? 'Sold' : ''
  return `${folder}/${edition}${name.charAt(0).toUpperCase()}${name.slice(1)}.tsx`
}

/** The 404 page. */
export const notFoundPage = () => html(<PublicDocument path="/not/found" />)

/** The page that the service worker shows while offline. */
export const offlinePage = () => html(<Offline />)

/** The shell's content until the app renders: the theme script, a description, and the overlay. */
export const appShell = async () => {
  await loadCatalogs('en', ['site'])
  return html(
    <>
      <meta name="description" content={wordsFor('en').of('site')('home.description')} />
      <Overlay />
    </>,
  )
}

/** React puts title and meta elements first; they belong into the document's head. */
async function html(content: ReactNode, offer: ServerOffer | null = null): Promise<{ headElements: string; body: string }> {
  await loadCatalogs('en', ['ui', 'pages'])
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <OfferContext value={offer}>
        <Providers>{content}</Providers>
      </OfferContext>
    </StrictMode>,
  )
  const chunks: Buffer[] = []
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk))
  const rendered = Buffer.concat(chunks).toString()
  const headElements = /^(?:<title>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(rendered)?.[0] ?? ''
  return { headElements, body: rendered.slice(headElements.length) }
}

// Renders the public pages, the 404 page and the app shell to HTML at build time.
import { type ReactNode, StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { directionOf, type Language } from '../core/words/languages.ts'
import { languagesOf, type PublicPage, pages, pathIn, redirects } from './navigation/public-pages.ts'
import { Providers } from './routes/Providers.tsx'
import { PublicDocument } from './routes/PublicDocument.tsx'
import { alternatesOf, headOf, origin } from './site/head-tags.ts'
import { Offline } from './site/Offline.tsx'
import { wake } from './site/wake.ts'
import { Overlay } from './ui/feedback/Overlay.tsx'
import { loadCatalogs, wordsOf } from './words/words.tsx'

/** The source of an inline script that loads these files when needed and starts the entry. */
export const waker = (files: readonly string[], entry: string): string =>
  `(${wake.toString()})(${JSON.stringify(files)},()=>import(${JSON.stringify(entry)}))`

export { origin, redirects }

/** Each page in each of its languages: source file, body, head, and the texts of its share image. */
export const documents = async () => Promise.all(pages.flatMap(page => languagesOf(page).map(language => documentOf(page, language))))

async function documentOf(page: PublicPage, language: Language) {
  const path = pathIn(page, language)
  const body = await html(<PublicDocument path={path} />)
  const { byId } = wordsOf(language)
  const title = byId(`${page.catalog}.${page.name}.title`)
  const description = byId(`${page.catalog}.${page.name}.description`)
  const trail = pages
    .filter(above => above.path === '/' || `${page.path}/`.startsWith(`${above.path}/`))
    .map(above => ({ name: byId(`pages.link.${above.name}`), path: pathIn(above, language) }))
  const head = headOf(page, { language, title, description, brand: byId('ui.brand'), trail })
  const catalogs = ['ui', 'pages', 'reader', page.catalog, ...(page.also ?? [])]
  const alternates = alternatesOf(page)
  return {
    ...page,
    path,
    language,
    direction: directionOf(language),
    catalogs,
    alternates,
    file: fileOf(page),
    body,
    head,
    title,
    description,
  }
}

/** The source file of a page's component, derived from its path and name. */
function fileOf({ name, path }: PublicPage): string {
  const folder = path === '/help' || path.startsWith('/help/') ? 'help' : 'site/pages'
  return `${folder}/${name.charAt(0).toUpperCase()}${name.slice(1)}.tsx`
}

/** The 404 page. */
export const notFound = (): Promise<string> => html(<PublicDocument path="/not/found" />)

/** The page that the service worker shows while offline. */
export const offline = (): Promise<string> => html(<Offline />)

/** The shell's content until the app renders: the theme script, a description, and the overlay. */
export const shell = async (): Promise<string> => {
  await loadCatalogs('en', ['site'])
  return html(
    <>
      <meta name="description" content={wordsOf('en').of('site')('home.description')} />
      <Overlay />
    </>,
  )
}

async function html(screen: ReactNode): Promise<string> {
  await loadCatalogs('en', ['ui', 'pages'])
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Providers>{screen}</Providers>
    </StrictMode>,
  )
  const parts: Buffer[] = []
  for await (const part of prelude) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

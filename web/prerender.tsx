// Renders the public pages, the 404 page and the app shell to HTML at build time.
import { type ReactNode, StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { directionOf, type Language } from '../core/words/languages.ts'
import { languagesOf, type PublicPage, pages, pathIn, redirects } from './navigation/public-pages.ts'
import { Providers } from './routes/Providers.tsx'
import { PublicDocument } from './routes/PublicDocument.tsx'
import { alternatesOf, headTags, origin } from './site/head-tags.ts'
import { Offline } from './site/Offline.tsx'
import { wake } from './site/wake.ts'
import { Overlay } from './ui/feedback/Overlay.tsx'
import { loadCatalogs, wordsFor } from './words/words.tsx'

/** The source of an inline script that loads these files on demand and starts the entry module. */
export const wakeScript = (files: readonly string[], entry: string): string =>
  `(${wake.toString()})(${JSON.stringify(files)},()=>import(${JSON.stringify(entry)}))`

export { origin, redirects }

/** Each page in each of its languages: source file, body, head, and the texts of its share image. */
export const documents = async () => Promise.all(pages.flatMap(page => languagesOf(page).map(language => renderPage(page, language))))

async function renderPage(page: PublicPage, language: Language) {
  const path = pathIn(page, language)
  const body = await html(<PublicDocument path={path} />)
  const { byId } = wordsFor(language)
  const title = byId(`${page.catalog}.${page.name}.title`)
  const description = byId(`${page.catalog}.${page.name}.description`)
  const trail = pages
    .filter(ancestor => ancestor.path === '/' || `${page.path}/`.startsWith(`${ancestor.path}/`))
    .map(ancestor => ({ name: byId(`pages.link.${ancestor.name}`), path: pathIn(ancestor, language) }))
  const head = headTags(page, { language, title, description, brand: byId('ui.brand'), trail })
  const catalogs = ['ui', 'pages', 'reader', page.catalog, ...(page.also ?? [])]
  const alternates = alternatesOf(page)
  return {
    ...page,
    path,
    language,
    direction: directionOf(language),
    catalogs,
    alternates,
    file: sourceFile(page),
    body,
    head,
    title,
    description,
  }
}

/** The source file of a page's component, derived from its path and name. */
function sourceFile({ name, path }: PublicPage): string {
  const folder = path === '/help' || path.startsWith('/help/') ? 'help' : 'site/pages'
  return `${folder}/${name.charAt(0).toUpperCase()}${name.slice(1)}.tsx`
}

/** The 404 page. */
export const notFoundPage = (): Promise<string> => html(<PublicDocument path="/not/found" />)

/** The page that the service worker shows while offline. */
export const offlinePage = (): Promise<string> => html(<Offline />)

/** The shell's content until the app renders: the theme script, a description, and the overlay. */
export const appShell = async (): Promise<string> => {
  await loadCatalogs('en', ['site'])
  return html(
    <>
      <meta name="description" content={wordsFor('en').of('site')('home.description')} />
      <Overlay />
    </>,
  )
}

async function html(content: ReactNode): Promise<string> {
  await loadCatalogs('en', ['ui', 'pages'])
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Providers>{content}</Providers>
    </StrictMode>,
  )
  const chunks: Buffer[] = []
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

// Renders the public pages, the page for an unknown path and the shell to HTML at build time.
import { type ReactNode, StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { directionOf, type Language } from '../core/words/languages.ts'
import { Frame } from './Frame.tsx'
import { alternatesOf, headOf, origin } from './site/meta.ts'
import { Offline } from './site/Offline.tsx'
import { languagesOf, type PublicPage, pages, pathIn, redirects } from './site/pages.ts'
import { Visit } from './site/Visit.tsx'
import { Overlay } from './ui/Overlay.tsx'
import { wake } from './wake.ts'
import { openRooms, wordsOf } from './words.tsx'

/** The text of a script for the page: it fetches these files when it is time, and starts the entry. */
export const waker = (files: readonly string[], entry: string): string =>
  `(${wake.toString()})(${JSON.stringify(files)},()=>import(${JSON.stringify(entry)}))`

export { origin, redirects }

/** Each page in each of its languages, with its file of code, its body, what its head says, and what its picture shows. */
export const documents = async () => Promise.all(pages.flatMap(page => languagesOf(page).map(language => documentOf(page, language))))

async function documentOf(page: PublicPage, language: Language) {
  const path = pathIn(page, language)
  const body = await html(<Visit path={path} />)
  const { byId } = wordsOf(language)
  const title = byId(`${page.room}.${page.name}.title`)
  const description = byId(`${page.room}.${page.name}.description`)
  const trail = pages
    .filter(above => above.path === '/' || `${page.path}/`.startsWith(`${above.path}/`))
    .map(above => ({ name: byId(`pages.link.${above.name}`), path: pathIn(above, language) }))
  const head = headOf(page, { language, title, description, brand: byId('ui.brand'), trail })
  const rooms = ['ui', 'pages', 'reader', page.room, ...(page.also ?? [])]
  const alternates = alternatesOf(page)
  return {
    ...page,
    path,
    language,
    direction: directionOf(language),
    rooms,
    alternates,
    file: fileOf(page),
    body,
    head,
    title,
    description,
  }
}

/** A page's component lies where its path says, under its name. */
function fileOf({ name, path }: PublicPage): string {
  const folder = path === '/help' || path.startsWith('/help/') ? 'help' : 'site/pages'
  return `${folder}/${name.charAt(0).toUpperCase()}${name.slice(1)}.tsx`
}

/** The page for a path that there is not. */
export const notFound = (): Promise<string> => html(<Visit path="/not/found" />)

/** What the service worker keeps for when there is no connection. */
export const offline = (): Promise<string> => html(<Offline />)

/** What the shell holds until the screen is there: the theme's script, what the product is, and the overlay. */
export const shell = async (): Promise<string> => {
  await openRooms('en', ['site'])
  return html(
    <>
      <meta name="description" content={wordsOf('en').of('site')('home.description')} />
      <Overlay />
    </>,
  )
}

async function html(screen: ReactNode): Promise<string> {
  await openRooms('en', ['ui', 'pages'])
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Frame>{screen}</Frame>
    </StrictMode>,
  )
  const parts: Buffer[] = []
  for await (const part of prelude) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

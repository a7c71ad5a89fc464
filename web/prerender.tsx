// Renders the public pages and the shell to HTML at build time.
import { type ReactNode, StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { Frame } from './Frame.tsx'
import { routes } from './routes.tsx'
import { Overlay } from './ui/Overlay.tsx'
import { openRooms } from './words.tsx'

export const pages = ['/']

export async function render(path: string): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`redirect at ${path}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return html(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

/** What the shell holds until the screen is there: the theme's script and the overlay. */
export const shell = (): Promise<string> => html(<Overlay />)

async function html(screen: ReactNode): Promise<string> {
  await openRooms('en', ['ui'])
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Frame>{screen}</Frame>
    </StrictMode>,
  )
  const parts: Buffer[] = []
  for await (const part of prelude) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

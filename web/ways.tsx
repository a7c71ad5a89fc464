// A link, and where one is: for what stands in the app, which has a router, and on public pages, which are documents.
import { type ComponentProps, type ComponentType, createContext, useContext } from 'react'

export interface WayProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** For the screen at its end; a document is told nothing. */
  state?: unknown
}

export interface Place {
  pathname: string
  hash: string
  /** Another one when the same link is taken again. */
  key: string
}

interface Ways {
  place: Place
  Link: ComponentType<WayProps>
  /** What the frame stands around. */
  Outlet: ComponentType
}

const nowhere: Place = { pathname: '/', hash: '', key: '' }
const WaysContext = createContext<Ways>({ place: nowhere, Link: DocumentLink, Outlet: () => null })

export const WaysProvider = WaysContext

/** A way to another screen of ours. */
export function Link(props: WayProps) {
  const { Link: Drawn } = useContext(WaysContext)
  return <Drawn {...props} />
}

/** The browser fetches what is at its end. */
export function DocumentLink({ to, state: _, children, ...rest }: WayProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  )
}

export const usePlace = (): Place => useContext(WaysContext).place

export function Outlet() {
  const { Outlet: Inner } = useContext(WaysContext)
  return <Inner />
}

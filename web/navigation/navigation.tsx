// Links and the current location, for components used both in the app, with its router, and on public pages, without one.
import { type ComponentProps, type ComponentType, createContext, useContext } from 'react'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Passed to the screen it opens; documents ignore it. */
  state?: unknown
}

export interface PageLocation {
  pathname: string
  hash: string
  /** Changes when the same link is clicked again. */
  key: string
}

interface Navigation {
  location: PageLocation
  Link: ComponentType<LinkProps>
  /** The content of the surrounding layout. */
  Outlet: ComponentType
}

const initialLocation: PageLocation = { pathname: '/', hash: '', key: '' }
const NavigationContext = createContext<Navigation>({ location: initialLocation, Link: DocumentLink, Outlet: () => null })

export const NavigationProvider = NavigationContext

/** A link to another screen of this site. */
export function Link(props: LinkProps) {
  const { Link: Rendered } = useContext(NavigationContext)
  return <Rendered {...props} />
}

/** A plain link: the browser fetches the page. */
export function DocumentLink({ to, state: _, children, ...rest }: LinkProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  )
}

export const usePageLocation = (): PageLocation => useContext(NavigationContext).location

export function Outlet() {
  const { Outlet: Inner } = useContext(NavigationContext)
  return <Inner />
}

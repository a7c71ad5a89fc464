// A link to a public page by its name, so that none can break.
import { Link, type LinkProps, useLocation } from 'react-router'
import { useWords } from '../words.tsx'
import { type PageName, pages } from './pages.ts'

const paths = new Map<PageName, string>(pages.map(({ name, path }) => [name, path]))

interface Way extends Omit<LinkProps, 'to'> {
  to: PageName
  /** An id on that page. */
  hash?: string
  /** Says so where the page is the one that is open. */
  current?: boolean
}

/** Shows the page's own link text unless it has children. */
export function PageLink({ to, hash, current = false, children, ...rest }: Way) {
  const t = useWords('pages')
  const { pathname } = useLocation()
  const path = paths.get(to) ?? '/'
  return (
    <Link to={hash ? `${path}#${hash}` : path} aria-current={current && pathname === path ? 'page' : undefined} {...rest}>
      {children ?? t(`link.${to}`)}
    </Link>
  )
}

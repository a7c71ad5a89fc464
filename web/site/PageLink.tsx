// A link to a public page by its name, so that none can break, in the reader's language where it is told in that.
import { Link, usePlace, type WayProps } from '../ways.tsx'
import { useLanguage, useWords } from '../words.tsx'
import { type PageName, type PublicPage, pages, pathIn } from './pages.ts'

const byName = new Map<PageName, PublicPage>(pages.map(page => [page.name, page]))

/** Where a page is for who reads this language. */
export function pathOf(name: PageName, language: string): string {
  const page = byName.get(name)
  return page ? pathIn(page, language) : '/'
}

interface Way extends Omit<WayProps, 'to'> {
  to: PageName
  /** An id on that page. */
  hash?: string
  /** Says so where the page is the one that is open. */
  current?: boolean
}

/** Shows the page's own link text unless it has children. */
export function PageLink({ to, hash, current = false, children, ...rest }: Way) {
  const t = useWords('pages')
  const { pathname } = usePlace()
  const path = pathOf(to, useLanguage())
  return (
    <Link to={hash ? `${path}#${hash}` : path} aria-current={current && pathname === path ? 'page' : undefined} {...rest}>
      {children ?? t(`link.${to}`)}
    </Link>
  )
}

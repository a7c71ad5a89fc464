// Links to a public page by its name, in the reader's language if it has been translated.

import { useLanguage, useWords } from '../words/words.tsx'
import { Link, type LinkProps, usePageLocation } from './navigation.tsx'
import { type PageName, type PublicPage, pages, pathIn } from './public-pages.ts'

const byName = new Map<PageName, PublicPage>(pages.map(page => [page.name, page]))

/** The path of a page in this language. */
export function pagePath(name: PageName, language: string): string {
  const page = byName.get(name)
  return page ? pathIn(page, language) : '/'
}

interface PageLinkProps extends Omit<LinkProps, 'to'> {
  to: PageName
  /** An id on that page. */
  hash?: string
  /** Marks the link if its page is open. */
  current?: boolean
}

/** Shows the page's own link text unless it has children. */
export function PageLink({ to, hash, current = false, children, ...rest }: PageLinkProps) {
  const t = useWords('pages')
  const { pathname } = usePageLocation()
  const path = pagePath(to, useLanguage())
  return (
    <Link to={hash ? `${path}#${hash}` : path} aria-current={current && pathname === path ? 'page' : undefined} {...rest}>
      {children ?? t(`link.${to}`)}
    </Link>
  )
}

// The header of a screen: title, one sentence about the current state, one primary action.
import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../../words/words.tsx'

/** `above` is a link to the level above, if there is one; `titleContent` replaces the title if it is more than text. The title takes the focus when the screen is shown. */
export function PageHeader({
  title,
  titleContent,
  children,
  action,
  above,
}: {
  title: string
  titleContent?: ReactNode
  children?: ReactNode
  action?: ReactNode
  above?: ReactNode
}) {
  const t = useWords('ui')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isFocusInside = document.activeElement?.closest('main')
    if (!isFocusInside && !document.querySelector('[role="dialog"]')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="relative mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 md:mb-6">
      <title>{t('title', { page: title })}</title>
      <div className="min-w-0">
        {above && <p className="text-sm">{above}</p>}
        <h1 ref={heading} tabIndex={-1}>
          {titleContent ?? title}
        </h1>
        {children && <p className="mt-1 max-w-[62ch] text-ink-2">{children}</p>}
      </div>
      {action}
    </header>
  )
}

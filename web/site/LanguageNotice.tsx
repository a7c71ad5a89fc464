// Tells readers of another language whether the page is available in theirs.
import { X } from 'lucide-react'
import { useState } from 'react'
import { Link, usePageLocation } from '../navigation/navigation.tsx'
import { pagePath } from '../navigation/PageLink.tsx'
import { findPage, languagesOf, pathIn } from '../navigation/public-pages.ts'
import { useLanguage, useWords } from '../words/words.tsx'

/** Written in the reader's language. It is at the end of the document and sticks to the bottom, so that nothing shifts when it appears. */
export function LanguageNotice() {
  const t = useWords('reader')
  const ui = useWords('ui')
  const reader = useLanguage()
  const page = findPage(usePageLocation().pathname)
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const isTranslated = page !== undefined && languagesOf(page).some(language => language === reader)
  return (
    <aside
      aria-label={t('note')}
      className="sticky bottom-0 z-20 flex items-center justify-center gap-x-3 border-t border-line bg-surface px-4 py-1 text-sm shadow-(--shadow-2)"
    >
      <p className="py-1.5">
        {t(isTranslated ? 'also' : 'english')}{' '}
        <Link to={isTranslated ? pathIn(page, reader) : pagePath('home', reader)} hrefLang={reader} className="font-strong">
          {t(isTranslated ? 'open' : 'home')}
        </Link>
      </p>
      <button type="button" onClick={() => setClosed(true)} className="grid size-9 flex-none place-items-center rounded-hull-sm">
        <X size={18} aria-hidden />
        <span className="sr-only">{ui('close')}</span>
      </button>
    </aside>
  )
}

// Imports filters from other programs: source, review, save.
import { useState } from 'react'
import { Link } from 'react-router'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { ImportSource } from './ImportSource.tsx'
import type { ParsedImport } from './import-filters.ts'
import { Review } from './Review.tsx'

export function ImportFilters() {
  const t = useWords('filterways')
  const [text, setText] = useState('')
  const [parsed, setParsed] = useState<ParsedImport | null>(null)
  const above = <Link to="/filters">{t('back')}</Link>
  return (
    <div>
      <div className="max-w-[56rem]">
        <PageHeader title={t('import.title')} above={above}>
          {t('import.lead')}
        </PageHeader>
        {parsed ? (
          <Review parsed={parsed} source={text} onBack={() => setParsed(null)} />
        ) : (
          <ImportSource text={text} onText={setText} onParsed={setParsed} />
        )}
      </div>
    </div>
  )
}

// Imports filters from other programs: source, review, save.
import { useState } from 'react'
import { Link } from 'react-router'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import type { ParsedImport } from './import-filters.ts'
import { Review } from './Review.tsx'
import { Source } from './Source.tsx'

export function ImportFilters() {
  const t = useWords('filterways')
  const [text, setText] = useState('')
  const [reading, setReading] = useState<ParsedImport | null>(null)
  const above = <Link to="/filters">{t('back')}</Link>
  return (
    <div>
      <div className="max-w-[56rem]">
        <PageHeader title={t('import.title')} above={above}>
          {t('import.lead')}
        </PageHeader>
        {reading ? (
          <Review reading={reading} source={text} onBack={() => setReading(null)} />
        ) : (
          <Source text={text} onText={setText} onRead={setReading} />
        )}
      </div>
    </div>
  )
}

// Every component in every state, in both text directions, for developers (sandbox only).
import { useState } from 'react'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWords } from '../words/words.tsx'
import { Controls } from './GalleryControls.tsx'
import { Finding, Plots } from './GalleryFinding.tsx'
import { CarryOver } from './GalleryMoving.tsx'
import { Pieces } from './GalleryPieces.tsx'
import { Alone } from './GalleryProviders.tsx'
import { States } from './GalleryStates.tsx'
import { Trials, TypedFilters } from './GalleryTrial.tsx'

export function Gallery() {
  const t = useWords('gallery')
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')
  const directions = [
    { value: 'ltr' as const, word: t('ltr') },
    { value: 'rtl' as const, word: t('rtl') },
  ]
  return (
    <main id="main" dir={direction} className="mx-auto grid max-w-[88rem] grid-cols-1 gap-(--gap) px-[clamp(1rem,3vw,3rem)] pt-8 pb-16">
      <Wordmark />
      <PageHeader title={t('title')}>
        {t('lead')} {t('keys')}
      </PageHeader>
      <Segmented label={t('direction')} parts={directions} value={direction} onChange={setDirection} />
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2 xl:grid-cols-3">
        <Controls />
      </div>
      <div className="grid grid-cols-1 items-start gap-(--gap) sm:grid-cols-2">
        <States />
      </div>
      <Alone>
        <div className="grid grid-cols-1 items-start gap-(--gap) lg:grid-cols-2">
          <TypedFilters />
          <Trials />
          <Finding />
          <Plots />
        </div>
      </Alone>
      <CarryOver />
      <Pieces />
    </main>
  )
}

// Every component in every state, in both text directions, for developers (sandbox only).
import { useState } from 'react'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWords } from '../words/words.tsx'
import { GalleryCards } from './GalleryCards.tsx'
import { GalleryControls } from './GalleryControls.tsx'
import { GalleryDelivery } from './GalleryDelivery.tsx'
import { GalleryCharts, GalleryPalette } from './GalleryPalette.tsx'
import { GalleryProviders } from './GalleryProviders.tsx'
import { GalleryStates } from './GalleryStates.tsx'
import { GalleryTrials, GalleryTypedFilters } from './GalleryTrial.tsx'

export function Gallery() {
  const t = useWords('gallery')
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')
  const directions = [
    { value: 'ltr' as const, label: t('ltr') },
    { value: 'rtl' as const, label: t('rtl') },
  ]
  return (
    <main id="main" dir={direction} className="mx-auto grid max-w-[88rem] grid-cols-1 gap-(--gap) px-[clamp(1rem,3vw,3rem)] pt-8 pb-16">
      <Wordmark />
      <PageHeader title={t('title')}>
        {t('lead')} {t('keys')}
      </PageHeader>
      <Segmented label={t('direction')} parts={directions} value={direction} onChange={setDirection} />
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2 xl:grid-cols-3">
        <GalleryControls />
      </div>
      <div className="grid grid-cols-1 items-start gap-(--gap) sm:grid-cols-2">
        <GalleryStates />
      </div>
      <GalleryProviders>
        <div className="grid grid-cols-1 items-start gap-(--gap) lg:grid-cols-2">
          <GalleryTypedFilters />
          <GalleryTrials />
          <GalleryPalette />
          <GalleryCharts />
        </div>
      </GalleryProviders>
      <GalleryDelivery />
      <GalleryCards />
    </main>
  )
}

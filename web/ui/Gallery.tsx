// Every component in every state, for those who build screens (sandbox only).

import { useWords } from '../words.tsx'
import { Controls } from './GalleryControls.tsx'
import { CarryOver } from './GalleryMoving.tsx'
import { Pieces } from './GalleryPieces.tsx'
import { Wordmark } from './Mark.tsx'
import { PageHeader } from './PageHeader.tsx'

export function Gallery() {
  const t = useWords('gallery')
  return (
    <main id="main" className="mx-auto grid max-w-[88rem] grid-cols-1 gap-(--gap) px-[clamp(1rem,3vw,3rem)] pt-8 pb-16">
      <Wordmark />
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2 xl:grid-cols-3">
        <Controls />
      </div>
      <CarryOver />
      <Pieces />
    </main>
  )
}

// Takes over the public page that was served.
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Frame } from '../Frame.tsx'
import { fetchOnPointing } from './ahead.ts'
import { publicAt, site } from './screens.tsx'
import { Visit } from './Visit.tsx'

export async function takeOver(root: HTMLElement, path: string): Promise<void> {
  const { language, load } = publicAt(path)
  await Promise.allSettled([site.load(language), load(language)])
  // In slices, so that a slow phone scrolls and types meanwhile.
  startTransition(
    () =>
      void hydrateRoot(
        root,
        <StrictMode>
          <Frame>
            <Visit path={path} />
          </Frame>
        </StrictMode>,
      ),
  )
  fetchOnPointing()
}

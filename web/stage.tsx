// Sets the stage for a component's test: its words open, a router around it.
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { render } from 'vitest-browser-react'
import type { Room } from '../core/words/rooms.ts'
import { RoutedWays } from './RoutedWays.tsx'
import { openRooms, WordsProvider } from './words.tsx'

export async function stage(part: ReactNode, rooms: readonly Room[] = [], at = '/') {
  await openRooms('en', ['ui', ...rooms])
  return render(
    <WordsProvider language="en">
      <MemoryRouter initialEntries={[at]}>
        <RoutedWays>{part}</RoutedWays>
      </MemoryRouter>
    </WordsProvider>,
  )
}

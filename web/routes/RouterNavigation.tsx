// Provides links and the current location to shared components, from the app's router.
import { type ReactNode, useMemo } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { NavigationProvider } from '../navigation/navigation.tsx'

export function RouterNavigation({ children }: { children: ReactNode }) {
  const { pathname, hash, key } = useLocation()
  const navigation = useMemo(() => ({ location: { pathname, hash, key }, Link, Outlet }), [pathname, hash, key])
  return <NavigationProvider value={navigation}>{children}</NavigationProvider>
}

// The frame of the public pages: the way in above, all ways on below.
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

export function Site() {
  const { pathname } = useLocation()
  // The served head names the page that was served; a share of a later one must not name that.
  useEffect(() => {
    const url = location.origin + pathname
    document.querySelector('link[rel=canonical]')?.setAttribute('href', url)
    document.querySelector('meta[property="og:url"]')?.setAttribute('content', url)
  }, [pathname])
  return (
    <>
      <Header />
      <main id="main" className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </>
  )
}

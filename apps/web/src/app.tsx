import { lazy, Match, Suspense, Switch, type JSX } from 'solid-js';
import { HomePage } from './home/home-page.jsx';
import { followLinks, linkTo, route, type Route } from './page/router.js';
import { Header } from './shell/header.jsx';

/** Loaded when it is shown first. */
const AppPage = lazy(() => import('./app-page/app-page.jsx'));
const LaunchPage = lazy(() => import('./launch/launch-page.jsx'));
const PortfolioPage = lazy(() => import('./portfolio/portfolio-page.jsx'));
const RewardsPage = lazy(() => import('./rewards/rewards-page.jsx'));

export function App(): JSX.Element {
  followLinks();
  return (
    <>
      <Header />
      <main id="main" tabindex="-1">
        <Switch
          fallback={
            <section class="missing">
              <h1>There is nothing here</h1>
              <a href={linkTo('')}>To the market</a>
            </section>
          }
        >
          <Match when={route().page === 'home'}>
            <HomePage />
          </Match>
          <Match when={appOf(route())?.token} keyed>
            {(token) => (
              <Suspense>
                <AppPage token={token} hasPicture={appOf(route())?.hasPicture === true} />
              </Suspense>
            )}
          </Match>
          <Match when={route().page === 'launch'}>
            <Suspense>
              <LaunchPage />
            </Suspense>
          </Match>
          <Match when={route().page === 'portfolio'}>
            <Suspense>
              <PortfolioPage />
            </Suspense>
          </Match>
          <Match when={route().page === 'rewards'}>
            <Suspense>
              <RewardsPage />
            </Suspense>
          </Match>
        </Switch>
      </main>
      <footer class="bottom">
        <a href={linkTo('docs')} target="_blank">
          API
        </a>
        <a href={linkTo('llms.txt')} target="_blank">
          For agents
        </a>
        <span>Names and pictures are strangers’: look at the address.</span>
      </footer>
    </>
  );
}

function appOf(shown: Route): Extract<Route, { page: 'app' }> | null {
  return shown.page === 'app' ? shown : null;
}

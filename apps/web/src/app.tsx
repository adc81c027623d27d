import { Match, Switch, type JSX } from 'solid-js';
import { HomePage } from './home/home-page.jsx';
import { followLinks, linkTo, route } from './router.js';
import { Header } from './shell/header.jsx';

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

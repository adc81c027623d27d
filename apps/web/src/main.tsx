import { render } from 'solid-js/web';
import { App } from './app.jsx';
import './styles/page.css';

const root = document.getElementById('root');
if (root !== null) render(() => <App />, root);

import { open } from '../../src/open';
import { FakeBackend } from './backend';

open(new FakeBackend());

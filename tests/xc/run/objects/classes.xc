// Classes: inheritance, virtual calls, super, properties, casts, counting.
#use Stdio

class Node
{
    i32 value;
    Node* next;
    void init(i32 v) { value = v; }
    void dealloc(void) { printf("~%d ", value); }
    i32 sum(void) { return value + (next ? next.sum() : 0); }
    static i32 made(i32 n) { return n * 2; }
}

class Animal
{
    i32 legs;
    init(void) { legs = 4; }
    i32 noise(void) { return 1; }
    i32 speak(void) { return noise() * 100 + legs; }
    i32 size(void) { return 5; }
    void setSize(i32 v) { legs = v; }
}
class Dog : Animal
{
    i32 noise(void) { return super.noise() + 1; }
}
class Puppy : Dog
{
    init(void) { legs += 10; }
    i32 noise(void) { return super.noise() * 10; }
}

Animal* pick(bool puppy)
{
    if (puppy)
        return new Puppy();
    return new Dog;
}

Node* chain(i32 n)
{
    Node* head = 0;
    for (i32 i in 0..n)
    {
        Node* node = new Node(i);
        node.next = head;
        head = node;
    }
    return head;
}

void keep(Node* n)
{
    n = new Node(50);
    printf("in %d\n", n.value);
}

void main(void)
{
    Animal* a = pick(false);
    Animal* b = pick(true);
    printf("%d %d\n", a.speak(), b.speak());    // expect: 204 2014
    printf("%d %d\n", a.size, Node.made(4));    // expect: 5 8
    Dog* d = (Dog*)b;
    Puppy* p = (Puppy*?)a;
    printf("%d %d\n", d.noise(), p == 0);       // expect: 20 1
    Node* list = chain(4);
    printf("%d\n", list.sum());                 // expect: 6
    list = list.next;
    printf("%d\n", list.sum());
    // expect: ~3 3
    {
        Node* other = list;
        other = new Node(77);
        new Node(78);
    }
    printf("\n");                               // expect: ~78 ~77 
    Node* n = new Node(9);
    keep(n);
    // expect: in 50
    printf("%d\n", n.value);                    // expect: ~50 9
    list = 0;
    printf("\n");                               // expect: ~2 ~1 ~0 
    n = n;
    printf("%d\n", pick(true).speak());         // expect: 2014
    // expect: ~9 
}

/* The appearance of each block type. No public source describes it: shapes are invented from the
 * types' names, and so are the colours of metal, wood and glass. The blocks of the one real build
 * are half a unit apart and all of them switches. So electronic parts are half as wide as a
 * block. */
#include "looks.h"

enum paint {
    NOBODY_KNOWS,
    METAL,
    WOOD,
    GLASS,
    NEON,
    LOGIC,
    CONTROL,
    MACHINE,
    ROCKET,
    WEAPON,
    RUBBER,
    FABRIC,
    SAFETY,
    PAPER,
    DARK
};

static const ow_color paints[] = {
    [NOBODY_KNOWS] = {196, 84, 178, 255}, [METAL] = {158, 165, 173, 255},
    [WOOD] = {182, 134, 84, 255},         [GLASS] = {164, 214, 232, 112},
    [NEON] = {120, 240, 200, 255},        [LOGIC] = {70, 104, 168, 255},
    [CONTROL] = {92, 104, 124, 255},      [MACHINE] = {128, 122, 112, 255},
    [ROCKET] = {206, 208, 212, 255},      [WEAPON] = {96, 106, 84, 255},
    [RUBBER] = {52, 54, 58, 255},         [FABRIC] = {148, 70, 62, 255},
    [SAFETY] = {224, 146, 54, 255},       [PAPER] = {236, 230, 214, 255},
    [DARK] = {64, 68, 76, 255},
};

struct row {
    uint8_t stand_in, paint, percent; /* percent of a block's width; 0: the whole block */
};

/* By number, as in types.c. */
static const struct row rows[256] = {
    {CUBE, METAL, 0},         {CUBE, WOOD, 0},         {THRUSTER, MACHINE, 70},
    {UNKNOWN, CONTROL, 0},    {SCREEN, DARK, 0},       {SEAT, FABRIC, 0},
    {TABLE, WOOD, 0},         {UNKNOWN, CONTROL, 0},   {FLOAT, SAFETY, 0},
    {SWITCH, CONTROL, 50},    {BUTTON, CONTROL, 50},   {SLIDER, CONTROL, 50},
    {BEARING, MACHINE, 0},    {WHEEL, RUBBER, 0},      {DEVICE, CONTROL, 0},
    {ENGINE, MACHINE, 80},    {PROPELLER, MACHINE, 0}, {WHEEL, RUBBER, 70},
    {ENGINE, MACHINE, 0},     {FLOAT, SAFETY, 0},      {PROPELLER, MACHINE, 0},
    {PROPELLER, MACHINE, 70}, {DEVICE, LOGIC, 50},     {THRUSTER, ROCKET, 0},
    {SPRING, MACHINE, 0},     {BEARING, MACHINE, 60},  {DEVICE, CONTROL, 0},
    {UNKNOWN, CONTROL, 0},    {CUBE, GLASS, 0},        {PROPELLER, DARK, 0},
    {LAMP, DARK, 0},          {CANNON, WEAPON, 80},    {CANNON, WEAPON, 60},
    {HALF, METAL, 0},         {HALF, METAL, 0},        {HALF, METAL, 0},
    {HALF, METAL, 0},         {HALF, METAL, 0},        {HALF, METAL, 0},
    {CHEST, WEAPON, 80},      {WING, METAL, 0},        {WING, METAL, 70},
    {DEVICE, CONTROL, 0},     {THRUSTER, ROCKET, 80},  {CANNON, ROCKET, 60},
    {BOMB, WEAPON, 0},        {DEVICE, LOGIC, 50},     {DEVICE, LOGIC, 50},
    {CANNON, ROCKET, 80},     {CANNON, WEAPON, 60},    {UNKNOWN, CONTROL, 0},
    {SAW, METAL, 0},          {CANNON, WEAPON, 0},     {CAMERA, DARK, 0},
    {UNKNOWN, CONTROL, 0},    {UNKNOWN, CONTROL, 0},   {LADDER, METAL, 0},
    {DEVICE, LOGIC, 50},      {UNKNOWN, CONTROL, 0},   {HALF, METAL, 0},
    {HOVER, MACHINE, 0},      {BEAM, METAL, 0},        {HALF, GLASS, 0},
    {HALF, GLASS, 0},         {HALF, GLASS, 0},        {HALF, GLASS, 0},
    {HALF, GLASS, 0},         {HALF, GLASS, 0},        {HALF, GLASS, 0},
    {HALF, WOOD, 0},          {HALF, WOOD, 0},         {HALF, WOOD, 0},
    {HALF, WOOD, 0},          {HALF, WOOD, 0},         {HALF, WOOD, 0},
    {HALF, WOOD, 0},          {PIXEL, DARK, 0},        {GATE, LOGIC, 50},
    {GATE, LOGIC, 50},        {GATE, LOGIC, 50},       {GATE, LOGIC, 50},
    {GATE, LOGIC, 50},        {GATE, LOGIC, 50},       {DEVICE, LOGIC, 50},
    {DEVICE, LOGIC, 50},      {CAMERA, CONTROL, 60},   {HALF, METAL, 0},
    {HALF, GLASS, 0},         {HALF, WOOD, 0},         {CHEST, WEAPON, 60},
    {CHEST, WEAPON, 0},       {SIGN, PAPER, 0},        {DEVICE, CONTROL, 0},
    {DEVICE, CONTROL, 0},     {THRUSTER, ROCKET, 60},  {CANNON, DARK, 0},
    {THRUSTER, LOGIC, 0},     {CANNON, WEAPON, 80},    {THRUSTER, LOGIC, 80},
    {CANNON, WEAPON, 70},     {THRUSTER, MACHINE, 0},  {CANNON, ROCKET, 50},
    {CANNON, SAFETY, 60},     {CAMERA, WEAPON, 0},     {THRUSTER, LOGIC, 60},
    {WHEEL, RUBBER, 85},      {WHEEL, RUBBER, 45},     {HOVER, FABRIC, 80},
    {CAMERA, LOGIC, 60},      {CUSTOM, METAL, 0},      {THRUSTER, MACHINE, 90},
    {THRUSTER, MACHINE, 0},   {UNKNOWN, CONTROL, 0},   {STICKER, PAPER, 0},
    {CANNON, ROCKET, 0},      {CHEST, SAFETY, 60},     {CHEST, MACHINE, 0},
    {DEVICE, CONTROL, 0},     {FLOAT, SAFETY, 0},      {WHEEL, MACHINE, 80},
    {CUSTOM, WOOD, 0},        {CUSTOM, GLASS, 0},      {SIGN, WEAPON, 0},
    {CANNON, WEAPON, 90},     {CANNON, SAFETY, 60},    {DEVICE, LOGIC, 50},
    {STICKER, PAPER, 0},      {DEVICE, CONTROL, 50},   {WHEEL, RUBBER, 90},
    {GATE, LOGIC, 50},        {CUSTOM, NEON, 0},       {SPRING, MACHINE, 60},
    {BEARING, MACHINE, 45},
};

struct look structure_look_of(uint8_t id)
{
    const struct row *row = &rows[id];
    return (struct look){
        .stand_in = (enum stand_in)row->stand_in,
        .color = paints[row->paint],
        .size = row->percent ? row->percent / 100.0 : 1,
        .is_certain = row->stand_in == CUBE,
        .is_glass = row->paint == GLASS,
    };
}
